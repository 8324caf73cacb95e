/** The longest query in characters; what is longer is cut, because nobody remembers more of a title. */
export const longestQuery = 64

const controls = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]+/gu
const gaps = /[\s\p{Z}]+/gu

/**
 * What somebody typed, as calls take it: control characters, marks of direction and halves of characters out, gaps as one
 * space, at most `longestQuery` characters. Empty means that there is nothing to search for.
 */
export function searchQuery(text: string): string {
  const clean = text.toWellFormed().normalize('NFC').replace(gaps, ' ').replace(controls, '').trim()
  return [...clean].slice(0, longestQuery).join('').trim()
}
