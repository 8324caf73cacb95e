import { chinaDay, daySec, dayStartSec } from '@yunmu/contract/china-time'

/** Range of the guide in days. */
export const daysBack = 7
export const daysAhead = 3
/** How long past programmes are stored, also if their source was removed. */
export const archiveDays = 45

/** The days of the guide around today that have programmes. Today is always included. */
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

export interface StoredProgrammeDetail extends StoredProgramme {
  intro: string
  category: string
}

function stateOf({ startSec, endSec }: StoredProgramme, nowSec: number): 'past' | 'now' | 'next' {
  if (endSec <= nowSec) return 'past'
  return startSec <= nowSec ? 'now' : 'next'
}

/** Which programmes of a channel can be replayed. */
export interface Replayable {
  /** Programmes that began at or after this time, Unix milliseconds. */
  sinceMs: number
  /** Whether the current programme can be started over. */
  running: boolean
}

/** Whether a programme can be replayed, or started over while it is on. */
export function canReplay(
  { startSec, endSec }: Pick<StoredProgramme, 'startSec' | 'endSec'>,
  nowSec: number,
  replayable: Replayable | null,
): boolean {
  if (replayable === null || startSec > nowSec || startSec * 1000 < replayable.sinceMs) return false
  return replayable.running || endSec <= nowSec
}

/** A programme in the form of the contract. @param replayable of its channel; null if nothing can be replayed */
export function toProgramme(programme: StoredProgramme, nowSec: number, replayable: Replayable | null) {
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

/** A programme with its details in the form of the contract. */
export const toProgrammeDetail = (programme: StoredProgrammeDetail, nowSec: number, replayable: Replayable | null) => ({
  ...toProgramme(programme, nowSec, replayable),
  channelId: programme.channelId,
  intro: programme.intro,
  category: programme.category,
})
