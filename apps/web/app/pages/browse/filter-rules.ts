/** Pixels of a word beside its letters, and of a letter: a Chinese character is a square, all others are narrower. */
const besideWordPx = 28
const squarePx = 14
const narrowPx = 9

/** How wide a line of filter words is, in pixels: an estimate on the safe side, for a server that cannot measure. */
export function lineWidth(words: readonly string[]): number {
  const widthOf = (letter: string): number => ((letter.codePointAt(0) ?? 0) < 0x2e80 ? narrowPx : squarePx)
  return words.reduce(
    (sum, word) => sum + besideWordPx + [...word].reduce((wide, letter) => wide + widthOf(letter), 0),
    0,
  )
}
