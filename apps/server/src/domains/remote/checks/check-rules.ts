import type { ForeignSegment } from '@yunmu/hls'
import type { AddressState } from '../remote-tables.ts'

/** Pure rules of checks. */

export const daySec = 86_400
/** An address that nobody could open for so long is hidden. */
export const hiddenAfterSec = 3 * daySec

/** How soon an address is checked again, by what the last check found. */
const checkAgainSec: Record<AddressState, number> = {
  unknown: 0,
  dead: 6 * 3600,
  otherHost: daySec,
  wrongLength: 7 * daySec,
  ok: 7 * daySec,
}

export const isDue = ({ state, checkedSec }: { state: AddressState; checkedSec: number }, nowSec: number): boolean =>
  checkedSec + checkAgainSec[state] <= nowSec

/** What a check found. */
export interface CheckResult {
  state: Exclude<AddressState, 'unknown'>
  /** 0 if not known. */
  height: number
  durationMs: number
  hasAds: boolean
}

/** Host and folder of a segment. Those of one film are beside each other; cut-in ones are not. */
function folderOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname.slice(0, pathname.lastIndexOf('/'))}`
}

/** Cut-in parts are short: a film whose second half lies elsewhere has no advertisements. */
const maxAdShare = 0.2
const maxAdMs = 180_000

/**
 * Splits a film into its own segments and those that are cut in: groups between discontinuities that lie elsewhere than most of
 * it, and are short.
 */
export function splitCutIns(segments: readonly ForeignSegment[]): { film: ForeignSegment[]; cutIns: ForeignSegment[] } {
  const lengthOf = (list: readonly ForeignSegment[]): number =>
    list.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const groups = [...Map.groupBy(segments, ({ group }) => group).values()]
  const byFolder = Map.groupBy(segments, ({ url }) => folderOf(url))
  const [main] = [...byFolder].toSorted(([, one], [, other]) => lengthOf(other) - lengthOf(one))
  const maxMs = Math.min(maxAdMs, lengthOf(segments) * maxAdShare)
  const isCutIn = (group: readonly ForeignSegment[]): boolean =>
    groups.length > 1 && group.every(({ url }) => folderOf(url) !== main?.[0]) && lengthOf(group) <= maxMs
  return {
    film: groups.filter((group) => !isCutIn(group)).flat(),
    cutIns: groups.filter(isCutIn).flat(),
  }
}

/** How much the length of a film may differ from that of its episode, which has been rounded or measured otherwise. */
const lengthTolerance = 0.03
const minToleranceMs = 15_000

/** Whether a film may be that of an episode. A length of 0 is not known. */
export function hasRightLength(durationMs: number, episodeMs: number): boolean {
  if (durationMs === 0 || episodeMs === 0) return true
  return Math.abs(durationMs - episodeMs) <= Math.max(minToleranceMs, episodeMs * lengthTolerance)
}

/** Fewer networks say nothing: one visitor does not vote an address away. */
const minReports = 3

/** -1: nobody could play it; 1: everybody could; 0: too few reports. */
export const rankOf = (played: number, failed: number): number =>
  played + failed < minReports ? 0 : (played - failed) / (played + failed)
