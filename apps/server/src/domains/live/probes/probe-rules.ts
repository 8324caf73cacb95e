/** Pure rules of probes. */

/** What a probe of an address found. */
export interface ProbeResult {
  /** `slow`: it takes longer to come than it lasts, or long to begin. */
  state: 'good' | 'slow' | 'dead'
  /** Lines of the picture; 0 if not known. */
  height: number
  /** Of the picture, e.g. `h264`; empty if not known. */
  codec: string
  /** Milliseconds until the first bytes of the picture. */
  startMs: number
  /** Why it is dead: a code; else empty. */
  reason: string
}

/** After so many failures in a row an address is dead to visitors: one failure may be a moment. */
const minDeadFails = 2

const hourSec = 3600
const goodSec = 12 * hourSec
const slowSec = 6 * hourSec
const firstDeadSec = 15 * 60
const maxDeadSec = 24 * hourSec

/** When an address is probed again: what plays twice a day, what does not soon, and then less and less often. */
export function nextProbeSec({ state }: Pick<ProbeResult, 'state'>, fails: number, nowSec: number): number {
  if (state === 'good') return nowSec + goodSec
  if (state === 'slow') return nowSec + slowSec
  return nowSec + Math.min(maxDeadSec, firstDeadSec * 2 ** Math.max(0, fails - 1))
}

/** What is slow to begin makes viewers wait. */
const maxStartMs = 6000
/** A segment that takes this share of its duration leaves players no time. */
const maxLoadShare = 0.9

/** @param mediaMs how long the loaded part plays; 0 if not known */
export const isSlow = ({ startMs, loadMs, mediaMs }: { startMs: number; loadMs: number; mediaMs: number }): boolean =>
  startMs > maxStartMs || (mediaMs > 0 && loadMs > maxLoadShare * mediaMs)

/** What probes say of a line: of the best of its addresses, which are tried one after the other. */
export interface LineProbe {
  /** Null: none of its addresses was probed, or one of them cannot be. */
  state: ProbeResult['state'] | null
  /** Of the best address. */
  height: number
}

const ranks = { good: 0, slow: 1, dead: 2 } as const

/** @param sources one for each address; null was not probed */
export function lineProbe(
  sources: readonly ((Pick<ProbeResult, 'state' | 'height'> & { fails: number }) | null)[],
): LineProbe {
  const known = sources
    .filter((source) => source !== null)
    // A first failure does not count yet.
    .map((source) => (source.state === 'dead' && source.fails < minDeadFails ? null : source))
  const [best] = known
    .filter((source) => source !== null)
    .toSorted((one, other) => ranks[one.state] - ranks[other.state])
  const isKnown = known.length === sources.length && known.every((source) => source !== null)
  if (!best || (best.state === 'dead' && !isKnown)) return { state: null, height: 0 }
  return { state: best.state, height: best.height }
}

/** How often a host may fail in a run before the rest of its addresses waits for the next one. */
export const maxHostFails = 3

/** Reasons that say nothing of an address if no host answers at all: the station has no network then. */
const networkReasons: ReadonlySet<string> = new Set(['unresolved', 'network', 'time'])

/** Whether the failures of a run are rather the station's own: several hosts were asked, and none of them answered. */
export const isOwnFault = (results: readonly { host: string; reason: string }[]): boolean =>
  new Set(results.map(({ host }) => host)).size >= 3 && results.every(({ reason }) => networkReasons.has(reason))
