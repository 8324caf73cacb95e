/** Characters that may not begin a line. */
const closing = /^[，。！？；、：…）》」』”’,.!?;:)]/
/** Characters after which a sentence may be broken. */
const breakAfter = /[，。！？；：…,.!?;:]/g
/** A break leaves at least this share of a line before it. */
const minShare = 0.3

/** The longest beginning of `text` that fits. At least one character. */
function fitting(text: string, fits: (text: string) => boolean): string {
  const characters = [...text]
  let count = characters.length
  while (count > 1 && !fits(characters.slice(0, count).join(''))) count--
  // The next line must not begin with punctuation.
  while (count > 1 && closing.test(characters[count] ?? '')) count--
  return characters.slice(0, count).join('')
}

/** Where a full line is best broken: after its last punctuation mark, otherwise at its end. */
function breakOf(line: string): number {
  const marks = [...line.matchAll(breakAfter)].map(({ index }) => index + 1)
  const last = marks.at(-1) ?? 0
  return last >= line.length * minShare ? last : line.length
}

/**
 * Breaks a sentence into at most `maxLines` lines, after punctuation marks if possible. What does not fit is cut off
 * with an ellipsis.
 *
 * @param fits whether a text fits into a line
 */
export function breakLines(text: string, maxLines: number, fits: (text: string) => boolean): string[] {
  const lines: string[] = []
  let rest = text.trim()
  while (rest !== '' && lines.length < maxLines) {
    const full = fitting(rest, fits)
    const isAll = full.length === rest.length
    const isLast = lines.length === maxLines - 1
    if (isLast && !isAll) {
      lines.push(`${fitting(rest, (part) => fits(`${part}…`)).replace(/[，、；：,;:]$/, '')}…`)
      break
    }
    const line = isAll ? full : full.slice(0, breakOf(full))
    lines.push(line.trim())
    rest = rest.slice(line.length).trim()
  }
  return lines
}

/** The part of a picture that covers a box, in the picture's pixels. `anchor` is 0 for its start, 1 for its end. */
export function coverPart(
  picture: { width: number; height: number },
  box: { width: number; height: number },
  anchor: { x: number; y: number },
): { x: number; y: number; width: number; height: number } {
  const scale = Math.min(picture.width / box.width, picture.height / box.height)
  const [width, height] = [box.width * scale, box.height * scale]
  return { x: (picture.width - width) * anchor.x, y: (picture.height - height) * anchor.y, width, height }
}

/** Names of files may not contain what separates paths, and are short. */
export const posterFileName = (...parts: string[]): string =>
  `${
    parts
      .filter((part) => part !== '')
      .join(' ')
      .replaceAll(':', '-')
      .replace(/[\\/*?"<>|\p{Cc}]/gu, '')
      .trim()
      .slice(0, 80) || 'poster'
  }.jpg`
