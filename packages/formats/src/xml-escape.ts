const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
}
/** Characters that XML 1.0 does not allow, not even as character references (section 2.2). */
const INVALID_XML = /[^\P{Cc}\n\t]|[\ufffe\uffff]/gu

/** Escapes text content or an attribute value. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(INVALID_XML, '')
    .replace(/[&<>"\n\t]/g, (character) => ESCAPES[character] ?? character)
