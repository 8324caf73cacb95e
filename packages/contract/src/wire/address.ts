import type { Call, SendOf } from '../core/define-call.ts'

/** The names of a call's positional segments, in order. */
export function segmentNames(path: string): string[] {
  return [...path.matchAll(/:([a-zA-Z_]+)/g)].map((found) => found[1] ?? '')
}

/**
 * Where a call goes for what is sent: the percent-encoded path, and what is left over for the query or the body.
 * Throws where a segment is missing, because the contract's types make that a programming error.
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

/** A query string of plain values; array values are repeated, absent ones left out. */
export function queryOf(values: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(name, String(one))
  }
  return query.toString()
}
