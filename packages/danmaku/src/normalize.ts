/** Invisible characters: controls, joiners, direction marks, variation selectors, byte order marks. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Normalizes a text for comparison: character width, case and invisible characters make no difference. */
export function normalize(text: string): string {
  return text.normalize('NFKC').replace(invisible, '').toLowerCase()
}

/**
 * Key of equal danmaku: normalized text without spaces and trailing punctuation; repeated characters are cut to three.
 */
export function mergeKey(text: string): string {
  const bare = normalize(text).replace(/\s+/g, '')
  return (bare.replace(/[\p{P}\p{S}]+$/u, '') || bare).replace(/(.)\1{2,}/gu, '$1$1$1')
}
