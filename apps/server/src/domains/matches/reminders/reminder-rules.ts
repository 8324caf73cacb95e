import { matchOpenBeforeSec } from '@yunmu/contract'
import type { StoredCourse } from '../course-rules.ts'

/** Pure rules of reminders. Texts are stored in simplified script, as all messages. */

/** What followers are told of: it starts soon, it starts, or it does not take place at its time. */
export type Moment = 'soon' | 'start' | 'off'

export interface RemindedMatch {
  kickoffSec: number
  course: Pick<StoredCourse, 'status' | 'state' | 'startedMs'>
}

/** A start longer ago, while the station did not run, is not worth a message. */
export const maxLateSec = 30 * 60
/** Longest time after the planned start at which a cancellation is worth a message: matches may wait for hours. */
export const maxOffLateSec = 6 * 3600
/** A match that moves by less than this is not announced again. */
const smallMoveSec = 30 * 60
/** A match that does not take place has one message a day, however often its next time changes. */
const offPauseSec = 24 * 3600

/** What followers of a match are to be told now; null for nothing. */
export function dueMoment({ kickoffSec, course }: RemindedMatch, nowSec: number): Moment | null {
  const { status, state, startedMs } = course
  if (status === 'cancelled' || status === 'postponed') return nowSec - kickoffSec <= maxOffLateSec ? 'off' : null
  if (state === 'over') return null
  const startedSec = state === 'live' ? Math.floor((startedMs ?? kickoffSec * 1000) / 1000) : kickoffSec
  if (state === 'live') return nowSec - startedSec <= maxLateSec ? 'start' : null
  // Nobody knows when a delayed match starts: it is announced when it does.
  if (status !== 'scheduled') return null
  if (nowSec >= kickoffSec) return nowSec - kickoffSec <= maxLateSec ? 'start' : null
  return nowSec >= kickoffSec - matchOpenBeforeSec ? 'soon' : null
}

/** Until when a reminder is worth a notification, Unix seconds: a device may be off for hours. */
export function usefulUntilSec(moment: Moment, { kickoffSec }: Pick<RemindedMatch, 'kickoffSec'>, nowSec: number) {
  if (moment === 'soon') return kickoffSec
  return moment === 'start' ? nowSec + maxLateSec : Math.max(nowSec + maxLateSec, kickoffSec)
}

/** A reminder of a match, by the start that it was made for. */
interface ReminderTime {
  moment: Moment
  kickoffSec: number
  createdSec: number
}

/** A reminder that was made before. A dropped one has told only some of the followers, or none. */
export interface MadeReminder extends ReminderTime {
  isDropped: boolean
}

interface Due {
  moment: Moment
  kickoffSec: number
  nowSec: number
}

/** Whether a reminder says what is due: the match hardly moved since. */
const saysDue = (made: ReminderTime, { moment, kickoffSec, nowSec }: Due): boolean =>
  made.moment === moment &&
  (Math.abs(made.kickoffSec - kickoffSec) < smallMoveSec ||
    (moment === 'off' && nowSec - made.createdSec < offPauseSec))

/**
 * The start of the reminder by which followers are to be told what is due; null if they are told, or are being told. A
 * dropped reminder goes on, because those whom it told need not hear the same again.
 */
export function startToRemind(made: readonly MadeReminder[], due: Due): number | null {
  const distance = ({ kickoffSec }: ReminderTime): number => Math.abs(kickoffSec - due.kickoffSec)
  const same = made.filter((each) => saysDue(each, due))
  if (same.some(({ isDropped }) => !isDropped)) return null
  const [nearest] = same.toSorted((a, b) => distance(a) - distance(b))
  return nearest?.kickoffSec ?? due.kickoffSec
}

/** Whether a reminder that is being sent still says what followers are to be told. */
export const isStillDue = (made: ReminderTime, match: RemindedMatch, nowSec: number): boolean =>
  dueMoment(match, nowSec) === made.moment &&
  saysDue(made, { moment: made.moment, kickoffSec: match.kickoffSec, nowSec })

const chinaTime = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' })

/** The message of a moment. */
export function reminderTexts(
  moment: Moment,
  match: RemindedMatch & { home: string; away: string; league: string; round: string },
): { title: string; text: string } {
  const { home, away, league, round, kickoffSec, course } = match
  const endings: Record<Moment, string> = {
    soon: `${chinaTime.format(kickoffSec * 1000)} 开赛`,
    start: '开始了',
    off: course.status === 'postponed' ? '延期了' : '取消了',
  }
  return { title: `${home} 对 ${away} ${endings[moment]}`, text: round === '' ? league : `${league} ${round}` }
}
