/** Notifications have about twenty fields. */
const maxFields = 64

/** Decodes bytes as UTF-8. Null if they are not, or contain NUL, which no gateway sends. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/**
 * Parses `application/x-www-form-urlencoded` strictly. Null for a repeated name, an invalid encoding or NUL: two readers
 * of such a text can understand different values, so that what was signed is not what is used.
 */
export function parseForm(text: string): ReadonlyMap<string, string> | null {
  const fields = new Map<string, string>()
  for (const pair of text === '' ? [] : text.split('&')) {
    const at = pair.indexOf('=')
    const name = at < 0 ? null : decodePart(pair.slice(0, at))
    const value = at < 0 ? null : decodePart(pair.slice(at + 1))
    if (name === null || name === '' || value === null || fields.has(name) || fields.size >= maxFields) return null
    fields.set(name, value)
  }
  return fields
}

function decodePart(part: string): string | null {
  try {
    const decoded = decodeURIComponent(part.replaceAll('+', ' '))
    return decoded.includes('\0') ? null : decoded
  } catch {
    return null
  }
}

/** Parses JSON of a gateway whose signature has been verified. Undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
