/** Characters that RFC 3986 allows in a URI reference. None of them can end a line or a quoted string. */
const URI_REFERENCE = /^[A-Za-z0-9\-._~:/?@!$&'()*+,;=%][A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*$/

/**
 * Checks an address before it is written into a playlist. Addresses come from our own code, so a wrong one is a fault.
 * A leading `#` is refused because the line would be read as a comment (RFC 8216 section 4.1).
 * @throws RangeError when it is not a plain URI reference
 */
export function checkedUri(uri: string): string {
  if (!URI_REFERENCE.test(uri)) throw new RangeError(`not a URI reference: ${JSON.stringify(uri.slice(0, 80))}`)
  return uri
}

/**
 * A quoted-string of RFC 8216 section 4.2, which has no escapes: a double quote becomes an apostrophe, control
 * characters and line separators become a space.
 */
export function quoted(text: string): string {
  const safe = text
    .toWellFormed()
    .replaceAll('"', "'")
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
  return `"${safe}"`
}

/**
 * Checks a number before it is written into a playlist.
 * @throws RangeError when it is not finite or below `least`
 */
export function checkedNumber(value: number, least: number, name: string): number {
  if (!Number.isFinite(value) || value < least) throw new RangeError(`${name} must be at least ${least}: ${value}`)
  return value
}

/**
 * Checks a count before it is written into a playlist.
 * @throws RangeError when it is no safe integer or below `least`
 */
export function checkedWhole(value: number, least: number, name: string): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${name} must be whole: ${value}`)
  return checkedNumber(value, least, name)
}

/** Until the end of the year 9999: later ones have no date of ISO 8601 in four digits. */
const LAST_WALL_MS = 253_402_300_799_999

/**
 * Checks a time of day before it is written into a playlist.
 * @throws RangeError when it is no whole Unix millisecond of the years 1970 to 9999
 */
export function checkedWallMs(wallMs: number): number {
  if (checkedWhole(wallMs, 0, 'time') > LAST_WALL_MS) throw new RangeError(`time has no date: ${wallMs}`)
  return wallMs
}

/** The lines of a playlist as one text, ended by a line feed. */
export function joined(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}
