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

/** A programme as calls tell it. `sinceMs` is how far back its channel can be watched again, null for not at all. */
export function shownProgramme(programme: StoredProgramme, nowSec: number, sinceMs: number | null) {
  const { id, name, sub, img, startSec, endSec } = programme
  const replay = sinceMs !== null && startSec <= nowSec && startSec * 1000 >= sinceMs
  return {
    id,
    name,
    sub,
    img,
    start: startSec,
    end: endSec,
    state: stateOf(programme, nowSec),
    replay,
    subscribed: false,
  }
}

/** The same in full. */
export const shownDetail = (programme: StoredDetail, nowSec: number, sinceMs: number | null) => ({
  ...shownProgramme(programme, nowSec, sinceMs),
  channelId: programme.channelId,
  intro: programme.intro,
  category: programme.category,
})
