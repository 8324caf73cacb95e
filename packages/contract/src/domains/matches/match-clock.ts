import type { MatchClock } from './match.ts'
import type { SportKey } from './sport-key.ts'
import { sports } from './sports.ts'

/** Seconds that a clock shows as passed at a time. */
export const clockSec = ({ runningSinceMs, atSec }: MatchClock, nowMs: number): number =>
  runningSinceMs === null ? atSec : atSec + Math.max(0, Math.floor((nowMs - runningSinceMs) / 1000))

/**
 * The minute of the match at a second of a period, as it is spoken: the 1st minute from 0:00 on. `added` is the minute
 * of stoppage time: 45+2 is 45 and 2. Null for sports whose clock does not count up, and for a shootout.
 */
export function matchMinute(sport: SportKey, period: string, atSec: number): { minute: number; added: number } | null {
  const { clock, periods } = sports[sport]
  const at = periods.findIndex(({ key }) => key === period)
  const { minutes = 0 } = periods[at] ?? {}
  if (clock !== 'up' || minutes === 0) return null
  const before = periods.slice(0, at).reduce((sum, { minutes: length }) => sum + length, 0)
  const minute = Math.floor(atSec / 60) + 1
  return minute <= minutes
    ? { minute: before + minute, added: 0 }
    : { minute: before + minutes, added: minute - minutes }
}

/** Seconds left in a period, for sports whose clock counts down; null for all others. */
export function secondsLeft(sport: SportKey, period: string, atSec: number): number | null {
  const { clock, periods } = sports[sport]
  const { minutes = 0 } = periods.find(({ key }) => key === period) ?? {}
  return clock === 'down' && minutes > 0 ? Math.max(0, minutes * 60 - atSec) : null
}
