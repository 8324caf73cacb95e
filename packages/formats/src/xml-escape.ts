const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
}
/** What XML 1.0 does not allow, not even written as a number (section 2.2). */
const UNWRITABLE = /[^\P{Cc}\n\t]|[\ufffe\uffff]/gu

/** A text between tags or quotes. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNWRITABLE, '')
    .replace(/[&<>"\n\t]/g, (character) => ESCAPES[character] ?? character)
