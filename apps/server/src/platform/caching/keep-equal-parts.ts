const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Equals nothing. */
const missing = Symbol('missing')

/**
 * A value of JSON in which every part that equals one of the previous value is the same object: what is derived from a
 * part, such as the digest of its markup, is then found by the part itself. Elements of a list that have an `id` are
 * compared with the previous element of that id, the others with the one at their place.
 */
export function keepEqualParts(previous: unknown, next: unknown): unknown {
  if (Object.is(previous, next)) return previous
  if (Array.isArray(previous) && Array.isArray(next)) return keepInList(previous, next)
  if (isObject(previous) && isObject(next)) return keepInObject(previous, next)
  return next
}

function keepInList(previous: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const byId = idOf(previous[0]) === undefined ? null : new Map(previous.map((each) => [idOf(each), each]))
  let isEqual = previous.length === next.length
  const kept = next.map((each, at) => {
    const part = keepEqualParts(byId ? byId.get(idOf(each)) : previous[at], each)
    isEqual &&= Object.is(part, previous[at])
    return part
  })
  return isEqual ? previous : kept
}

const idOf = (value: unknown): unknown => (isObject(value) && Object.hasOwn(value, 'id') ? value['id'] : undefined)

function keepInObject(
  previous: Readonly<Record<string, unknown>>,
  next: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const keys = Object.keys(next)
  let isEqual = keys.length === Object.keys(previous).length
  const kept = keys.map((key) => {
    const before = Object.hasOwn(previous, key) ? previous[key] : missing
    const part = keepEqualParts(before, next[key])
    isEqual &&= Object.is(part, before)
    return [key, part] as const
  })
  return isEqual ? previous : Object.fromEntries(kept)
}
