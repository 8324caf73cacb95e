/**
 * Stands in a document where the origin comes: what is known of titles is the same whatever host was asked, and whoever
 * invents hosts shall not have it gathered anew. No XML holds this character: none can come from elsewhere.
 */
export const originPlaceholder = '\x01'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/**
 * A text as it may stand in an element or an attribute (XML 1.0, 2.2 and 2.4): what no document may hold, control
 * characters and halves of a pair, is replaced, what has a meaning is escaped.
 */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
