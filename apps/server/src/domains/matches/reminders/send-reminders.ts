import type { Kysely, Transaction } from 'kysely'
import type { TransactionalEvents } from '../../../platform/events/outbox.ts'
import type { EventStore } from '../event-store.ts'
import { matchReminded } from '../matches-events.ts'
import type { MatchesNeeds } from '../matches-needs.ts'
import type { MatchesTables } from '../matches-tables.ts'
import type { MatchRow, MatchStore } from '../match-store.ts'
import { foldTimeline } from '../timeline-rules.ts'
import {
  dueMoment,
  isEndReminded,
  isOfReminder,
  isRetractionDue,
  isScoreReminded,
  isStillDue,
  reminderTexts,
  retractedGoal,
  startToRemind,
  usefulUntilSec,
  type ReminderTexts,
} from './reminder-rules.ts'
import type { OpenReminder, ReminderStore } from './reminder-store.ts'

export interface SendParts {
  db: Kysely<MatchesTables>
  events: Pick<TransactionalEvents, 'announceIn'>
  reminderStore: ReminderStore
  store: Pick<MatchStore, 'rows'>
  eventStore: Pick<EventStore, 'versions'>
  subscriptions: Pick<MatchesNeeds['subscriptions'], 'subscribers'>
  people: Pick<MatchesNeeds['people'], 'hidingScores'>
  notify: MatchesNeeds['notify']
  isOpen(): Promise<boolean>
}

/** Users of one transaction: a killed process leaves at most these to the next one. */
const usersPerBatch = 1000
/** An event carries at most this many users. */
const usersPerEvent = 500

const nobody: ReadonlySet<number> = new Set()

/** The first ids of two lists that are in order; each has the first `limit` of its kind. */
const firstOf = (one: readonly number[], other: readonly number[], limit: number): number[] =>
  [...new Set([...one, ...other])].toSorted((a, b) => a - b).slice(0, limit)

/**
 * Tells the followers of matches what is due. Any number of processes may do so at once: each batch of users is told by
 * the process that has locked the reminder, in one transaction with the messages, their announcements and how far the
 * reminder has been sent.
 */
export async function sendReminders(parts: SendParts, nowSec: number): Promise<void> {
  if (!(await parts.isOpen())) return
  const due = (await parts.reminderStore.candidates(nowSec)).flatMap(({ matchId, made, ...match }) => {
    const moment = dueMoment(match, nowSec)
    if (moment === null) return []
    const kickoffSec = startToRemind(made, { moment, kickoffSec: match.kickoffSec, nowSec })
    return kickoffSec === null ? [] : [{ matchId, moment, eventId: '', kickoffSec }]
  })
  if (due.length > 0) await parts.reminderStore.open(due, nowSec)
  while (await parts.db.transaction().execute((tx) => sendBatch(tx, parts, nowSec))) {
    // The next batch.
  }
}

/** Returns whether there was one. */
async function sendBatch(tx: Transaction<MatchesTables>, parts: SendParts, nowSec: number): Promise<boolean> {
  const { reminderStore, store } = parts
  const reminder = await reminderStore.claim(tx)
  if (!reminder) return false
  const [row] = await store.rows([reminder.matchId])
  const { matchId, afterUserId } = reminder
  // It may have moved or been cancelled, or what was told retracted, since the first batch.
  const texts = row ? await dueTexts(parts, reminder, row, nowSec) : null
  if (!row || !texts) {
    await reminderStore.advance(tx, reminder, { afterUserId, state: 'dropped' })
    return true
  }
  const span = { afterId: afterUserId, limit: usersPerBatch }
  const [subscribers, followers] = [
    await parts.subscriptions.subscribers(tx, matchId, span),
    await reminderStore.followers(tx, matchId, span),
  ]
  const userIds = firstOf(subscribers, followers, usersPerBatch)
  const goalId = retractedGoal(reminder.eventId)
  const asked = goalId === null ? userIds : await reminderStore.told(tx, { ...reminder, eventId: goalId }, userIds)
  const wanting = await reminderStore.wanting(tx, reminder.moment, asked)
  const hiding = texts.titleWithScore === '' ? nobody : await parts.people.hidingScores(wanting)
  // That the score changes is itself a part of it.
  const recipients = reminder.moment === 'score' ? wanting.filter((id) => !hiding.has(id)) : wanting
  const told = await reminderStore.tell(tx, reminder, recipients)
  if (told.length > 0) await announce(tx, parts, { reminder, told, hiding, texts, row, nowSec })
  await reminderStore.advance(tx, reminder, {
    afterUserId: userIds.at(-1) ?? afterUserId,
    state: userIds.length < usersPerBatch ? 'sent' : 'sending',
  })
  return true
}

/** What is to be told now; null if the reminder is not due any more. */
async function dueTexts(
  { eventStore }: SendParts,
  reminder: OpenReminder,
  row: MatchRow,
  nowSec: number,
): Promise<ReminderTexts | null> {
  const { moment, eventId, matchId } = reminder
  const match = { ...row, home: row.home.name, away: row.away.name }
  if (moment === 'over') return isEndReminded(row.course, nowSec * 1000) ? reminderTexts(moment, match) : null
  if (moment !== 'score') return isStillDue(reminder, row, nowSec) ? reminderTexts(moment, match) : null
  const course = foldTimeline(row.sport, await eventStore.versions(matchId))
  const { events } = course
  const goalId = retractedGoal(eventId)
  if (goalId !== null)
    return isRetractionDue(goalId, course, { createdSec: reminder.createdSec, nowSec })
      ? reminderTexts(moment, match, 'retracted')
      : null
  const item = events.find((event) => isOfReminder(eventId, event))
  return item && isScoreReminded(row.sport, row.course, item, nowSec * 1000) ? reminderTexts(moment, match, item) : null
}

interface Announced {
  reminder: OpenReminder
  told: readonly number[]
  /** Of those, who hide scores. */
  hiding: ReadonlySet<number>
  texts: ReminderTexts
  row: MatchRow
  nowSec: number
}

async function announce(
  tx: Transaction<MatchesTables>,
  { notify, events }: SendParts,
  { reminder: { matchId, moment }, told, hiding, texts, row, nowSec }: Announced,
): Promise<void> {
  const { title, titleWithScore } = texts
  const streamId = row.streams[0]?.id ?? 0
  const expiresSec = usefulUntilSec(moment, row, nowSec)
  await notify(tx, told, { about: { id: matchId, streamId }, ...texts, expiresSec })
  const groups = [
    { msg: title, ids: titleWithScore === '' ? told : told.filter((id) => hiding.has(id)) },
    { msg: titleWithScore, ids: titleWithScore === '' ? [] : told.filter((id) => !hiding.has(id)) },
  ]
  for (const { msg, ids } of groups) {
    for (let at = 0; at < ids.length; at += usersPerEvent) {
      const userIds = ids.slice(at, at + usersPerEvent)
      const notice = { userIds, id: matchId, streamId, msg, popup: moment === 'start' }
      await events.announceIn(tx, matchReminded, notice)
    }
  }
}
