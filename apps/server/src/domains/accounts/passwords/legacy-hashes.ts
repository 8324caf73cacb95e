import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Hashes of passwords that came with accounts of an older system. Each is accepted until its owner signs in: the hash is
 * replaced then. Stored with a prefix, so that no other hash is taken for one.
 */

const prefix = 'legacy:'

const md5 = /^[\da-f]{32}$/i
const bcrypt = /^\$2[aby]\$\d\d\$[./A-Za-z\d]{53}$/
/** A higher cost would let each attempt take seconds. */
export const maxBcryptCost = 12

/** The cost of a bcrypt hash: it takes two to this power rounds. */
export const bcryptCostOf = (hash: string): number => Number(hash.slice(4, 6))

const isBcrypt = (hash: string): boolean => bcrypt.test(hash) && bcryptCostOf(hash) <= maxBcryptCost

/** The stored form of an older system's hash; null for one that cannot be checked. */
export function legacyHash(hash: string): string | null {
  return md5.test(hash) || isBcrypt(hash) ? `${prefix}${hash}` : null
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

const md5Of = (text: string): string => createHash('md5').update(text).digest('hex')

/** Whether a typed password is that of a stored MD5: the older system decoded and escaped what forms sent before it hashed it. */
function isOfMd5(hash: string, typed: string): boolean {
  const form = urlDecoded(typed.trim())
  const stored = Buffer.from(hash, 'hex')
  const texts = [typed, escaped(form, {}), escaped(form, { "'": '&#039;' })]
  return texts.some((text) => timingSafeEqual(Buffer.from(md5Of(text), 'hex'), stored))
}

/**
 * The two texts that a bcrypt hash may be of: hashes of the year 2026 are of what the form sent, or of its MD5. An MD5 that is
 * typed may be from a dump: it is no password.
 */
export function bcryptTexts(typed: string): [string, string] {
  const form = escaped(urlDecoded(typed.trim()), {})
  const digest = md5Of(form)
  return md5.test(typed.trim()) ? [digest, digest] : [form, digest]
}

/** Whether a typed password is that of a stored hash of an older system; the bcrypt hash itself where that takes long to tell. */
export function verifyLegacy(storedHash: string, typed: string): boolean | { bcrypt: string } {
  const hash = storedHash.slice(prefix.length)
  if (md5.test(hash)) return isOfMd5(hash, typed)
  return isBcrypt(hash) && { bcrypt: hash }
}
