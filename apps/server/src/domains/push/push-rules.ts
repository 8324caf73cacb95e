import type { EgressReason } from '../../platform/egress/egress-rules.ts'

/**
 * What became of a message to a browser. `gone`: the subscription does not exist any more. `later`: the push service could
 * not take it now. `refused`: it never will.
 */
export type PushOutcome = 'taken' | 'gone' | 'later' | 'refused'

/** By the status of the reply (RFC 8030, 5 to 7.3). */
export function outcomeOfStatus(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'taken'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'later' : 'refused'
}

/** Reasons for which the same request may succeed later. */
const passingReasons: ReadonlySet<EgressReason> = new Set(['unresolved', 'time', 'network'])
/** Reasons that are in the address: its name leads to an internal one now, or the operator does not permit it any more. */
const addressReasons: ReadonlySet<EgressReason> = new Set(['malformed', 'scheme', 'credentials', 'port', 'address'])

export function outcomeOfFailure(reason: EgressReason): PushOutcome {
  if (passingReasons.has(reason)) return 'later'
  return addressReasons.has(reason) ? 'gone' : 'refused'
}

/** The header `retry-after` as seconds, by either form (RFC 9110, 10.2.3); 0 if absent or invalid. */
export function retryAfterSec(header: string | undefined, nowMs: number): number {
  if (header === undefined) return 0
  if (/^\d{1,6}$/.test(header)) return Number(header)
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? 0 : Math.max(0, Math.ceil((atMs - nowMs) / 1000))
}
