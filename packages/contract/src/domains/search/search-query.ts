/** Maximum length of a query in characters; longer ones are truncated. */
export const maxQueryLength = 64

const controls = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]+/gu
const gaps = /[\s\p{Z}]+/gu

/**
 * Normalizes a query: removes control characters, direction marks and lone surrogates, collapses white space, and
 * truncates. Empty means no query.
 */
export function searchQuery(text: string): string {
  const clean = text.toWellFormed().normalize('NFC').replace(gaps, ' ').replace(controls, '').trim()
  return [...clean].slice(0, maxQueryLength).join('').trim()
}
