/**
 * Placeholder for the origin, so that one cached document serves every host: a client that invents hosts must not cause
 * rebuilding. XML text cannot contain this character.
 */
export const originPlaceholder = '\x01'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Escapes a text for an XML element or attribute (XML 1.0, 2.2 and 2.4). Characters that XML forbids are replaced. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
