/** Characters that RFC 3986 allows in a URI reference. None of them can end a line or a quoted string. */
const URI_REFERENCE = /^[A-Za-z0-9\-._~:/?@!$&'()*+,;=%][A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*$/

/**
 * Validates an address for a playlist. Addresses come from our own code, so an invalid one is a bug. A leading `#` is
 * refused because the line would be parsed as a comment (RFC 8216, section 4.1).
 * @throws RangeError if it is not a plain URI reference
 */
export function checkedUri(uri: string): string {
  if (!URI_REFERENCE.test(uri)) throw new RangeError(`not a URI reference: ${JSON.stringify(uri.slice(0, 80))}`)
  return uri
}

/**
 * A quoted-string of RFC 8216, section 4.2, which has no escapes: a double quote becomes an apostrophe, and control
 * characters and line separators become spaces.
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
 * Validates a number for a playlist.
 * @throws RangeError if it is not finite or below `min`
 */
export function checkedNumber(value: number, min: number, name: string): number {
  if (!Number.isFinite(value) || value < min) throw new RangeError(`${name} must be at least ${min}: ${value}`)
  return value
}

/**
 * Validates a whole number for a playlist.
 * @throws RangeError if it is not a safe integer or below `min`
 */
export function checkedWhole(value: number, min: number, name: string): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${name} must be a whole number: ${value}`)
  return checkedNumber(value, min, name)
}

/** End of the year 9999: later dates need more than four digits in ISO 8601. */
const LAST_WALL_MS = 253_402_300_799_999

/**
 * Validates a time of day for a playlist.
 * @throws RangeError if it is not a whole Unix millisecond of the years 1970 to 9999
 */
export function checkedWallMs(wallMs: number): number {
  if (checkedWhole(wallMs, 0, 'time') > LAST_WALL_MS)
    throw new RangeError(`time is outside the years 1970 to 9999: ${wallMs}`)
  return wallMs
}

/** Joins the lines of a playlist, with a final line feed. */
export function joinLines(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}
