/** Padding of a word and width of its characters in pixels: Chinese characters are square, others narrower. */
const wordPaddingPx = 28
const wideCharacterPx = 14
const narrowCharacterPx = 9

/** Width of a row of filter words in pixels: an upper estimate, because the server cannot measure text. */
export function rowWidthPx(words: readonly string[]): number {
  const widthOf = (letter: string): number =>
    (letter.codePointAt(0) ?? 0) < 0x2e80 ? narrowCharacterPx : wideCharacterPx
  return words.reduce(
    (sum, word) => sum + wordPaddingPx + [...word].reduce((wide, letter) => wide + widthOf(letter), 0),
    0,
  )
}
