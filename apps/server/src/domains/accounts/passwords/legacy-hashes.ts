import { compare as verifyBcrypt } from 'bcryptjs'
import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Hashes of passwords that came with accounts of an older system. Each is accepted until its owner signs in: the hash is
 * replaced then. Stored with a prefix, so that no other hash is taken for one.
 */

const prefix = 'legacy:'

const md5 = /^[\da-f]{32}$/i
const bcrypt = /^\$2[aby]\$\d\d\$[./A-Za-z\d]{53}$/
/** A higher cost would let each attempt take seconds. */
const maxBcryptCost = 14

/** The stored form of an older system's hash; null for one that cannot be checked. */
export function legacyHash(hash: string): string | null {
  const isKnown = md5.test(hash) || (bcrypt.test(hash) && Number(hash.slice(4, 6)) <= maxBcryptCost)
  return isKnown ? `${prefix}${hash}` : null
}

export const isLegacyHash = (storedHash: string): boolean => storedHash.startsWith(prefix)

const escaped = (text: string, quotes: Readonly<Record<string, string>>): string =>
  text.replace(/[&<>"']/g, (character) => {
    const entity = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', ...quotes }[character]
    return entity ?? character
  })

function urlDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** What an older system may have hashed of a typed password: it decoded and escaped what forms sent. */
function candidatesOf(typed: string): string[] {
  const form = urlDecoded(typed.trim())
  return [...new Set([typed, escaped(form, {}), escaped(form, { "'": '&#039;' })])]
}

const md5Of = (text: string): string => createHash('md5').update(text).digest('hex')

/** Whether a typed password is that of a stored hash of an older system. */
export async function verifyLegacy(storedHash: string, typed: string): Promise<boolean> {
  const hash = storedHash.slice(prefix.length)
  const candidates = candidatesOf(typed)
  if (md5.test(hash)) {
    const stored = Buffer.from(hash, 'hex')
    return candidates.some((text) => timingSafeEqual(Buffer.from(md5Of(text), 'hex'), stored))
  }
  // Hashes of the year 2026 are of the password or of its MD5. An MD5 that is typed may be from a dump: it is no password.
  const [first = typed] = candidates
  const typedTexts = md5.test(typed.trim()) ? [] : candidates
  for (const text of [...typedTexts, md5Of(candidates[1] ?? first)]) if (await verifyBcrypt(text, hash)) return true
  return false
}
