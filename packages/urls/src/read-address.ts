/** Decoded parts of an address. */
export interface Address {
  /** Without empty parts and without the last part's `.html`. */
  parts: readonly string[]
  /** First value of each name. */
  query: Query
}

export type Query = ReadonlyMap<string, string>

/** No page has a longer address. */
const maxAddressLength = 4096

const utf8 = new TextDecoder('utf-8', { fatal: true })
const gbk = new TextDecoder('gbk', { fatal: true })

const isPlain = (text: string): boolean => /^[\x20-\x24\x26-\x7e]*$/.test(text)
const isUnprintable = (text: string): boolean => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)

/** Splits and decodes an address; null if invalid. Values are percent-encoded UTF-8, or GBK from older programs. */
export function readAddress(address: string): Address | null {
  if (address.length > maxAddressLength || !address.startsWith('/')) return null
  const [beforeHash = ''] = address.split('#', 1)
  const at = beforeHash.indexOf('?')
  const path = at < 0 ? beforeHash : beforeHash.slice(0, at)
  // Browsers and servers treat a backslash as a slash (WHATWG URL): it could start another host.
  if (path.includes('\\')) return null
  const parts = path.split('/').map(decode)
  if (!isComplete(parts)) return null
  return { parts: trimmed(parts), query: readQuery(at < 0 ? '' : beforeHash.slice(at + 1)) }
}

/** Splits a path that was contained in a query, already decoded. */
export const readPath = (path: string, query: Query): Address => ({ parts: trimmed(path.split('/')), query })

function trimmed(parts: readonly string[]): string[] {
  const nonEmpty = parts.filter((part) => part !== '')
  return nonEmpty
    .map((part, at) => (at === nonEmpty.length - 1 ? part.replace(/\.html$/, '') : part))
    .filter((part) => part !== '')
}

function isComplete(parts: readonly (string | null)[]): parts is string[] {
  return parts.every((part) => part !== null && part !== '.' && part !== '..')
}

function readQuery(text: string): Query {
  const query = new Map<string, string>()
  for (const pair of text.split('&')) {
    const at = pair.indexOf('=')
    const name = decode(at < 0 ? pair : pair.slice(0, at))
    const value = at < 0 ? '' : decode(pair.slice(at + 1).replaceAll('+', ' '))
    if (name !== null && value !== null && !query.has(name)) query.set(name, value)
  }
  return query
}

/** Decodes a part; null if it is neither UTF-8 nor GBK, or not printable. */
function decode(text: string): string | null {
  if (isPlain(text)) return text
  if (/%(?![\da-f]{2})/i.test(text)) return null
  const decoded = decodeEncoded(text) ?? decodeBytes(text)
  return decoded === null || isUnprintable(decoded) ? null : decoded
}

/** The common case: percent-encoded UTF-8. */
function decodeEncoded(text: string): string | null {
  if (/[^\0-\x7f]/.test(text)) return null
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function decodeBytes(text: string): string | null {
  const bytes = bytesOf(text)
  return decodeAs(utf8, bytes) ?? decodeAs(gbk, bytes)
}

/** Bytes of a part. A server passes unencoded bytes as Latin-1 characters. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const single = /^[\0-\xff]*$/.test(text) ? text : encodeURI(text.toWellFormed()).replaceAll('%25', '%')
  const bytes = new Uint8Array(single.length)
  let length = 0
  for (let at = 0; at < single.length; at++) {
    const isEncoded = single[at] === '%'
    bytes[length++] = isEncoded ? Number.parseInt(single.slice(at + 1, at + 3), 16) : single.charCodeAt(at)
    if (isEncoded) at += 2
  }
  return bytes.subarray(0, length)
}

function decodeAs(decoder: typeof utf8, bytes: Uint8Array<ArrayBuffer>): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}
