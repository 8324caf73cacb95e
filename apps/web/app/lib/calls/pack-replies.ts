/**
 * Compact JSON for replies embedded in a page: a list of objects with the same keys becomes a list of keys and one row of
 * values for each object.
 */

/** Property that marks a value that is encoded. */
const escapeKey = '~'

type Packed = null | boolean | number | string | Packed[] | { [key: string]: Packed }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The keys of all objects of a list, if they are the same in the same order; null if not, or for less than two objects. */
function commonKeys(list: readonly unknown[]): string[] | null {
  const [first] = list
  if (list.length < 2 || !isObject(first)) return null
  const keys = Object.keys(first)
  const hasSameKeys = (one: unknown): boolean => {
    if (!isObject(one)) return false
    const own = Object.keys(one)
    return own.length === keys.length && own.every((key, at) => key === keys[at] && one[key] !== undefined)
  }
  return keys.length > 0 && list.every(hasSameKeys) ? keys : null
}

function pack(value: unknown): Packed {
  if (Array.isArray(value)) {
    const keys = commonKeys(value)
    return keys
      ? { [escapeKey]: [keys, ...value.map((one: Record<string, unknown>) => keys.map((key) => pack(one[key])))] }
      : value.map(pack)
  }
  if (isObject(value)) {
    const entries = Object.entries(value).filter(([, each]) => each !== undefined)
    const packed = Object.fromEntries(entries.map(([key, each]) => [key, pack(each)]))
    return escapeKey in value ? { [escapeKey]: packed } : packed
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function unpack(value: Packed): unknown {
  if (Array.isArray(value)) return value.map(unpack)
  if (typeof value !== 'object' || value === null) return value
  const inner = value[escapeKey]
  if (Array.isArray(inner)) {
    const [keys, ...rows] = inner
    const names = Array.isArray(keys) ? keys.map(String) : []
    return rows.map((row) =>
      Object.fromEntries(names.map((name, at) => [name, unpack((Array.isArray(row) ? row[at] : null) ?? null)])),
    )
  }
  const own = isObject(inner) ? inner : value
  return Object.fromEntries(Object.entries(own).map(([key, each]) => [key, unpack(each ?? null)]))
}

/** Text for a JSON script element: without `<`, it cannot end the element or begin a comment. */
const packText = (value: unknown): string => JSON.stringify(pack(value)).replaceAll('<', '\\u003c')

/** Replies are the same objects as long as they are cached, and in many pages. */
const packedReplies = new WeakMap<object, string>()

function packReply(reply: unknown): string {
  if (typeof reply !== 'object' || reply === null) return packText(reply)
  const known = packedReplies.get(reply)
  if (known !== undefined) return known
  const text = packText(reply)
  packedReplies.set(reply, text)
  return text
}

/** Text for a JSON script element. */
export function packReplies(replies: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(replies).filter(([, reply]) => reply !== undefined)
  return `{${entries.map(([key, reply]) => `${packText(key)}:${packReply(reply)}`).join(',')}}`
}

/** The reverse of `packReplies`. */
export const unpackReplies = (text: string): unknown => unpack(JSON.parse(text))
