import { createHash } from 'node:crypto'

/**
 * Ids in addresses of a MacCMS whose operator chose to encode them: a number in base 62, whose digits are ordered by a key, and
 * that begins at a power of 62 so that all have the same length.
 */
export interface IdEncoding {
  key: string
  length: number
}

/** As MacCMS is shipped. */
export const defaultIdEncoding: IdEncoding = { key: 'abcdefg', length: 6 }

const alphabet = [...'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const base = alphabet.length

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Each character of the alphabet has one of the key's hash: those are in descending order, equal ones by the alphabet's. */
function digitsOf(key: string): string[] {
  if (key === '') return alphabet
  const hash = createHash('sha256').update(key).digest('hex')
  return alphabet
    .map((character, at) => ({ character, rank: hash[at] ?? '' }))
    .toSorted((one, other) => compare(other.rank, one.rank) || compare(one.character, other.character))
    .map(({ character }) => character)
}

const offsetOf = ({ length }: IdEncoding): number => (length > 1 ? base ** (length - 1) : 0)

/** The id that a text encodes; null if it is none of such an encoding. */
export function decodeId(text: string, encoding: IdEncoding): number | null {
  if (text.length > 9 || text.length < encoding.length || text === '') return null
  const digits = digitsOf(encoding.key)
  let value = 0
  for (const character of text) {
    const digit = digits.indexOf(character)
    if (digit < 0) return null
    value = value * base + digit
  }
  const id = value - offsetOf(encoding)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
