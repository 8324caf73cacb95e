const maxChars = 200

/**
 * Escapes a file's name for the terminal: control, format and line characters are written out, and the middle of a long
 * name is omitted.
 */
export function shownName(name: string): string {
  const safe = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
  return safe.length <= maxChars ? safe : `${safe.slice(0, maxChars / 2)}…${safe.slice(-maxChars / 2)}`
}
