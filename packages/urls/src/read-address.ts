/** An address taken apart: what stands between slashes and in the query, decoded. */
export interface Address {
  /** Without empty parts, and without the `.html` of the last. */
  parts: readonly string[]
  /** The first value of each name. */
  query: Query
}

export type Query = ReadonlyMap<string, string>

/** No page has a longer one, and nobody shall make us read it. */
const longestAddress = 4096

const utf8 = new TextDecoder('utf-8', { fatal: true })
const gbk = new TextDecoder('gbk', { fatal: true })

const isPlain = (text: string): boolean => /^[\x20-\x24\x26-\x7e]*$/.test(text)
const isUnprintable = (text: string): boolean => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)

/**
 * Takes the address of a page apart, from its path on; null for what no page can have. Words are percent-encoded UTF-8,
 * or GBK as older programs wrote it.
 */
export function readAddress(address: string): Address | null {
  if (address.length > longestAddress || !address.startsWith('/')) return null
  const [beforeHash = ''] = address.split('#', 1)
  const at = beforeHash.indexOf('?')
  const path = at < 0 ? beforeHash : beforeHash.slice(0, at)
  // Browsers and servers take a backslash for a slash (WHATWG URL), so that it could begin another host.
  if (path.includes('\\')) return null
  const parts = path.split('/').map(decode)
  if (!isComplete(parts)) return null
  return { parts: trimmed(parts), query: readQuery(at < 0 ? '' : beforeHash.slice(at + 1)) }
}

/** Takes a path apart that stood, decoded already, in a query. */
export const readPath = (path: string, query: Query): Address => ({ parts: trimmed(path.split('/')), query })

function trimmed(parts: readonly string[]): string[] {
  const kept = parts.filter((part) => part !== '')
  return kept
    .map((part, at) => (at === kept.length - 1 ? part.replace(/\.html$/, '') : part))
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

/** Decodes a part; null for what is neither UTF-8 nor GBK, and for what cannot be printed. */
function decode(text: string): string | null {
  if (isPlain(text)) return text
  if (/%(?![\da-f]{2})/i.test(text)) return null
  const decoded = decodeEncoded(text) ?? decodeBytes(text)
  return decoded === null || isUnprintable(decoded) ? null : decoded
}

/** By far the most parts: UTF-8, and all of it percent-encoded. */
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

/** The bytes that a part stands for. A server reads each byte that is not encoded as one character of Latin-1. */
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
