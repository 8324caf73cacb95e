/**
 * The station's font for names. Browsers cache its files for a year: the number changes with the characters' shapes.
 */
export const nameFontPath = '/fonts/names-1.woff2'

/** The most characters in one file. A file has about 200 bytes for each. */
export const maxNameFontCharacters = 200

/**
 * The address of a file with these characters.
 * @param codes code points from U+1000 to U+FFFF
 */
export function nameFontUrl(codes: ReadonlySet<number>): string {
  const ascending = [...codes].toSorted((a, b) => a - b)
  return `${nameFontPath}?c=${ascending.map((code) => code.toString(16)).join('')}`
}

/**
 * The code points that an address names; null if they are too many or not in ascending order: each set of characters has
 * one address.
 */
export function readNameFontCodes(text: string): number[] | null {
  if (!/^(?:[1-9a-f][0-9a-f]{3})+$/.test(text) || text.length > 4 * maxNameFontCharacters) return null
  const codes = (text.match(/.{4}/g) ?? []).map((code) => parseInt(code, 16))
  return codes.every((code, at) => at === 0 || code > (codes[at - 1] ?? 0)) ? codes : null
}
