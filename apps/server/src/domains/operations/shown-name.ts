const longest = 200

/** A file's name as a terminal may show it: control, format and line characters written out, the middle of a long one left out. */
export function shownName(name: string): string {
  const safe = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
  return safe.length <= longest ? safe : `${safe.slice(0, longest / 2)}…${safe.slice(-longest / 2)}`
}
