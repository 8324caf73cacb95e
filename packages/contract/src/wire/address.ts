import type { Call, SendOf } from '../core/define-call.ts'

/** Names of a call's positional parameters, in order. */
export function segmentNames(path: string): string[] {
  return [...path.matchAll(/:([a-zA-Z_]+)/g)].map((found) => found[1] ?? '')
}

/**
 * Builds a call's percent-encoded path, and the remaining input for query or body. Throws if a parameter is missing,
 * which the types make a programming error.
 */
export function addressOf<C extends Call>(call: C, send: SendOf<C>): { path: string; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = { ...(send as object) }
  const path = call.path.replaceAll(/:([a-zA-Z_]+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new Error(`${call.name}: segment ${name} is missing`)
    return encodeURIComponent(value)
  })
  return { path, rest }
}

/** Query string of plain values; arrays are repeated, undefined is left out. */
export function queryOf(values: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(name, String(one))
  }
  return query.toString()
}
