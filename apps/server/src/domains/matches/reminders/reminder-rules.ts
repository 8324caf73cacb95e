import {
  type MatchEvent,
  matchOpenBeforeSec,
  type ReminderChoices,
  type Score,
  type SportKey,
  sports,
  type TimelineItem,
} from '@yunmu/contract'
import type { StoredCourse } from '../course-rules.ts'
import type { MatchCourse } from '../timeline-rules.ts'

/** Pure rules of reminders. Texts are stored in simplified script, as all messages. */

/** What followers are told of: what they chose, and that a match does not take place at its time. */
export type Moment = keyof ReminderChoices | 'off'

/** What users are reminded of who chose nothing. */
export const defaultChoices: ReminderChoices = { soon: true, start: true, score: false, over: false }

export interface RemindedMatch {
  kickoffSec: number
  course: Pick<StoredCourse, 'status' | 'state' | 'startedMs'>
}

/** A start longer ago, while the station did not run, is not worth a message. */
export const maxLateSec = 30 * 60
/** Longest time after the planned start at which a cancellation is worth a message: matches may wait for hours. */
export const maxOffLateSec = 6 * 3600
/** A change of the score longer ago is not worth a message: another one may have followed. */
const maxScoreLateMs = 10 * 60_000
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
  if (moment === 'score') return nowSec + maxScoreLateMs / 1000
  if (moment === 'over') return nowSec + maxOffLateSec
  return moment === 'start' ? nowSec + maxLateSec : Math.max(nowSec + maxLateSec, kickoffSec)
}

/** A reminder of what a source told. */
export interface ToldReminder {
  moment: 'score' | 'over'
  /** See `reminderEventId`; empty for the end. */
  eventId: string
}

type Told = Pick<TimelineItem, 'type' | 'id' | 'score' | 'wallMs'>

/** What the id of a score begins with: a source may tell every score of a period with the same id. */
const scorePrefix = ({ id, score }: Told): string => `${id} ${score.join(':')} `

/**
 * Identifies a change of the score. A score that is told as a whole may be reached again: a goal that the referee takes
 * back is followed by another one.
 */
const reminderEventId = (item: Told): string => (item.type === 'score' ? `${scorePrefix(item)}${item.wallMs}` : item.id)

/** Whether a reminder is about an event. A score that is told again keeps its reminder, whatever time it is told for. */
export const isOfReminder = (eventId: string, item: Told): boolean =>
  item.type === 'score' ? eventId.startsWith(scorePrefix(item)) : eventId === item.id

/** Ids of sources have no spaces. */
const retractedPrefix = 'retracted '

/** The goal that a reminder says was taken back; null for other reminders. */
export const retractedGoal = (eventId: string): string | null =>
  eventId.startsWith(retractedPrefix) ? eventId.slice(retractedPrefix.length) : null

/** What decides whether followers are reminded of an event. */
type Reminded = Pick<MatchEvent, 'type' | 'period' | 'wallMs'> & { kind?: string }

/** Whether followers are reminded of an event, see `SportReminder`. */
function isReminded(sport: SportKey, { type, kind = '', period }: Reminded): boolean {
  const { reminder, periods } = sports[sport]
  const periodKind = periods.find(({ key }) => key === period)?.kind
  if (type === 'end') return reminder.of === 'end' && reminder.kinds.includes(periodKind ?? '')
  if (reminder.of === 'end' || periodKind === 'shootout') return false
  return type === 'score' || (type === 'tally' && reminder.kinds.includes(kind))
}

const goals = (score: Score | null): number => (score ? score[0] + score[1] : 0)

/**
 * The reminders that new versions of events lead to. Those of events that were told before exist already: whoever made
 * them again would wait for those who are being told. A score that is told as a whole has to have grown. Of several
 * changes of the score only the last one in the order of play is told; without one, a goal that is taken back.
 * @param earlier the versions of events that counted before, by id
 */
export function toldReminders(
  sport: SportKey,
  {
    before,
    after,
    earlier,
    freshIds,
  }: {
    before: StoredCourse
    after: MatchCourse
    earlier: ReadonlyMap<string, MatchEvent>
    freshIds: ReadonlySet<string>
  },
  nowMs: number,
): ToldReminder[] {
  const fresh = after.events.filter(({ id }) => freshIds.has(id))
  if (isEndReminded(after, nowMs)) {
    const isTold = fresh.some(({ type }) => type === 'final') && !isEndReminded(before, nowMs)
    return isTold ? [{ moment: 'over', eventId: '' }] : []
  }
  const isKnown = (id: string): boolean => {
    const event = earlier.get(id)
    return event !== undefined && !event.retracted && isScoreReminded(sport, before, event, nowMs)
  }
  const last = fresh
    .filter((item) => isScoreReminded(sport, after, item, nowMs))
    .findLast(({ type, id, score }) => (type === 'score' ? goals(score) > goals(before.score) : !isKnown(id)))
  if (last) return [{ moment: 'score', eventId: reminderEventId(last) }]
  const isShown = new Set(after.events.map(({ id }) => id))
  const isGoal = (id: string): boolean => earlier.get(id)?.type === 'tally' && isKnown(id)
  const gone = [...freshIds].findLast((id) => isGoal(id) && !isShown.has(id))
  return gone !== undefined && after.state === 'live' ? [{ moment: 'score', eventId: `${retractedPrefix}${gone}` }] : []
}

/** Whether followers are to be told now that a match is over. */
export const isEndReminded = ({ status, endedMs }: Pick<StoredCourse, 'status' | 'endedMs'>, nowMs: number): boolean =>
  status === 'over' && endedMs !== null && nowMs - endedMs <= maxLateSec * 1000

/** Whether followers are to be told now of an event of a match. After the end they are told of the end. */
export const isScoreReminded = (
  sport: SportKey,
  { state }: Pick<StoredCourse, 'state'>,
  item: Reminded,
  nowMs: number,
): boolean => state === 'live' && nowMs - item.wallMs <= maxScoreLateMs && isReminded(sport, item)

/** Whether followers who were told of a goal are to be told now that it was taken back: it does not count again. */
export const isRetractionDue = (
  goalId: string,
  { state, events }: Pick<MatchCourse, 'state' | 'events'>,
  { createdSec, nowSec }: { createdSec: number; nowSec: number },
): boolean =>
  state === 'live' && (nowSec - createdSec) * 1000 <= maxScoreLateMs && events.every(({ id }) => id !== goalId)

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

/** The title of a message tells no score; the one for readers who do not hide scores is empty if it is the same. */
export interface ReminderTexts {
  title: string
  titleWithScore: string
  text: string
}

type NamedMatch = RemindedMatch & {
  course: Pick<StoredCourse, 'score' | 'shootout'>
  home: string
  away: string
  league: string
  round: string
}

/** 24′ 进球 许砚; 第一节结束. */
function happening({ type, label, minute, added, player }: TimelineItem): string {
  if (type === 'end') return `${label}结束`
  const when = minute === null ? '' : `${minute}${added > 0 ? `+${added}` : ''}′`
  return [when, type === 'score' ? '比分更新' : label, player].filter((part) => part !== '').join(' ')
}

/** What a message is about: an event, a goal that was taken back, or (null) none. */
type Subject = TimelineItem | 'retracted' | null

function titlesOf(moment: Moment, match: NamedMatch, item: Subject): [title: string, withScore: string] {
  const { home, away, kickoffSec, course } = match
  const sides = `${home} 对 ${away}`
  const scored = ([ofHome, ofAway]: Score): string => `${home} ${ofHome}:${ofAway} ${away}`
  switch (moment) {
    case 'soon':
      return [`${sides} ${chinaTime.format(kickoffSec * 1000)} 开赛`, '']
    case 'start':
      return [`${sides} 开始了`, '']
    case 'off':
      return [`${sides} ${course.status === 'postponed' ? '延期了' : '取消了'}`, '']
    case 'score': {
      const title = `${sides} 正在进行`
      if (item === 'retracted') return [title, `${scored(course.score ?? [0, 0])} 进球取消`]
      return [title, item ? `${scored(item.score)} ${happening(item)}` : '']
    }
    case 'over': {
      const { score, shootout } = course
      const kicks = shootout ? `（点球 ${shootout.join(':')}）` : ' '
      return [`${sides} 结束了`, score ? `${scored(score)}${kicks}终场` : '']
    }
  }
}

/** The message of a moment. */
export function reminderTexts(moment: Moment, match: NamedMatch, item: Subject = null): ReminderTexts {
  const [title, titleWithScore] = titlesOf(moment, match, item)
  return { title, titleWithScore, text: match.round === '' ? match.league : `${match.league} ${match.round}` }
}
