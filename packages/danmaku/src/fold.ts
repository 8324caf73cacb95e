/** Nothing to see: controls, joiners, marks of direction, variation selectors, byte order marks. */
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** A text as it is compared: full and half width, capitals and unseen characters make no difference. */
export function folded(text: string): string {
  return text.normalize('NFKC').replace(unseen, '').toLowerCase()
}

/**
 * What makes two danmaku the same to a viewer: their folded text without spaces and the signs at its end, drawn-out
 * characters three long at most.
 */
export function sameness(text: string): string {
  const bare = folded(text).replace(/\s+/g, '')
  return (bare.replace(/[\p{P}\p{S}]+$/u, '') || bare).replace(/(.)\1{2,}/gu, '$1$1$1')
}
