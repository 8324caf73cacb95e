/**
 * The station's font for names. Browsers cache its files for a year: the number changes with the characters' shapes.
 */
export const nameFontPath = '/fonts/names-1.woff2'

/** Chinese characters of the Basic Multilingual Plane. */
const firstCode = 0x4e00
const lastCode = 0x9fff

/** The most characters in one file. A file has about 200 bytes for each. */
export const maxNameFontCharacters = 200

/**
 * The address of a file with these characters.
 * @param codes code points from U+4E00 to U+9FFF
 */
export function nameFontUrl(codes: ReadonlySet<number>): string {
  const ascending = [...codes].toSorted((a, b) => a - b)
  return `${nameFontPath}?c=${ascending.map((code) => code.toString(16)).join('')}`
}

/**
 * The code points that an address names; null if they are too many, not in ascending order (each set of characters has one
 * address), or not Chinese characters.
 */
export function readNameFontCodes(text: string): number[] | null {
  if (!/^(?:[0-9a-f]{4})+$/.test(text) || text.length > 4 * maxNameFontCharacters) return null
  const codes = (text.match(/.{4}/g) ?? []).map((code) => parseInt(code, 16))
  const isInPlace = (code: number, at: number): boolean => code > (codes[at - 1] ?? firstCode - 1) && code <= lastCode
  return codes.every(isInPlace) ? codes : null
}
