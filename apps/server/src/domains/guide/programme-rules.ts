import { chinaDay, daySec, dayStartSec } from '@yunmu/contract/china-time'

/** Days and states of the guide. Pure. */

/** How far the guide shows, in days. */
export const daysBack = 7
export const daysAhead = 3
/** How long programmes that are over are kept, whatever became of their source. */
export const archiveDays = 45

/** The days that the guide shows around today, as far as it has programmes; today stands in it whatever there is. */
export function guideDays(
  known: { firstSec: number; lastSec: number } | null,
  nowSec: number,
): { day: string; weekday: number }[] {
  const today = dayStartSec(chinaDay(nowSec))
  const from = Math.max(today - daysBack * daySec, known ? dayStartSec(chinaDay(known.firstSec)) : today)
  const to = Math.min(today + daysAhead * daySec, known ? known.lastSec - 1 : today)
  const days: { day: string; weekday: number }[] = []
  for (let sec = Math.min(from, today); sec <= Math.max(to, today); sec += daySec) {
    const day = chinaDay(sec)
    days.push({ day, weekday: new Date(`${day}T00:00:00Z`).getUTCDay() })
  }
  return days
}

export interface StoredProgramme {
  id: number
  channelId: number
  startSec: number
  endSec: number
  name: string
  sub: string
  img: string
}

export interface StoredDetail extends StoredProgramme {
  intro: string
  category: string
}

/** `past`, `now` or `next` at a moment. */
function stateOf({ startSec, endSec }: StoredProgramme, nowSec: number): 'past' | 'now' | 'next' {
  if (endSec <= nowSec) return 'past'
  return startSec <= nowSec ? 'now' : 'next'
}

/** Which programmes of a channel can be watched again. */
export interface Replayable {
  /** Those that began since. Unix milliseconds. */
  sinceMs: number
  /** The one that runs, too. */
  running: boolean
}

/** Whether a programme can be watched, or started over while it runs. */
export function canReplay(
  { startSec, endSec }: Pick<StoredProgramme, 'startSec' | 'endSec'>,
  nowSec: number,
  replayable: Replayable | null,
): boolean {
  if (replayable === null || startSec > nowSec || startSec * 1000 < replayable.sinceMs) return false
  return replayable.running || endSec <= nowSec
}

/** A programme as calls tell it. `replayable` is what of its channel can be watched again, null for nothing. */
export function shownProgramme(programme: StoredProgramme, nowSec: number, replayable: Replayable | null) {
  const { id, name, sub, img, startSec, endSec } = programme
  return {
    id,
    name,
    sub,
    img,
    start: startSec,
    end: endSec,
    state: stateOf(programme, nowSec),
    replay: canReplay(programme, nowSec, replayable),
    subscribed: false,
  }
}

/** The same in full. */
export const shownDetail = (programme: StoredDetail, nowSec: number, replayable: Replayable | null) => ({
  ...shownProgramme(programme, nowSec, replayable),
  channelId: programme.channelId,
  intro: programme.intro,
  category: programme.category,
})
