/**
 * Writes replies in less text than their JSON: a list of objects with the same keys becomes one list of keys and a row of
 * values for each object. For data that travels inside a page beside its markup.
 */

/** Marks what is not written as it is. */
const mark = '~'

type Packed = null | boolean | number | string | Packed[] | { [key: string]: Packed }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The keys that all objects of a list have, in the same order; null where they differ or there are too few objects. */
function commonKeys(list: readonly unknown[]): string[] | null {
  const [first] = list
  if (list.length < 2 || !isObject(first)) return null
  const keys = Object.keys(first)
  const isAlike = (one: unknown): boolean => {
    if (!isObject(one)) return false
    const own = Object.keys(one)
    return own.length === keys.length && own.every((key, at) => key === keys[at] && one[key] !== undefined)
  }
  return keys.length > 0 && list.every(isAlike) ? keys : null
}

function pack(value: unknown): Packed {
  if (Array.isArray(value)) {
    const keys = commonKeys(value)
    return keys
      ? { [mark]: [keys, ...value.map((one: Record<string, unknown>) => keys.map((key) => pack(one[key])))] }
      : value.map(pack)
  }
  if (isObject(value)) {
    const entries = Object.entries(value).filter(([, each]) => each !== undefined)
    const packed = Object.fromEntries(entries.map(([key, each]) => [key, pack(each)]))
    return mark in value ? { [mark]: packed } : packed
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function unpack(value: Packed): unknown {
  if (Array.isArray(value)) return value.map(unpack)
  if (typeof value !== 'object' || value === null) return value
  const inner = value[mark]
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

/** The text of a JSON script element: no `<` in it can end the element or begin a comment. */
export const packReplies = (replies: unknown): string => JSON.stringify(pack(replies)).replaceAll('<', '\\u003c')

/** Reads what `packReplies` wrote. */
export const unpackReplies = (text: string): unknown => unpack(JSON.parse(text))
