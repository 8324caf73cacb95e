/** Maximum length of a query in characters; longer ones are truncated. */
export const maxQueryLength = 64

const controls = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]+/gu
const gaps = /[\s\p{Z}]+/gu

/**
 * Normalizes a query: removes control characters, direction marks and lone surrogates, collapses white space, and
 * truncates. Empty means no query.
 */
export function searchQuery(text: string): string {
  // Composed after the removal, and collapsed again: what stood beside a removed character meets only then.
  const words = text.toWellFormed().replace(gaps, ' ').replace(controls, '')
  const clean = words.normalize('NFC').replace(gaps, ' ').trim()
  return [...clean].slice(0, maxQueryLength).join('').trim()
}
