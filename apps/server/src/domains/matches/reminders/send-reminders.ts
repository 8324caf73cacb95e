import type { Kysely, Transaction } from 'kysely'
import type { TransactionalEvents } from '../../../platform/events/outbox.ts'
import { matchReminded } from '../matches-events.ts'
import type { MatchesNeeds } from '../matches-needs.ts'
import type { MatchesTables } from '../matches-tables.ts'
import type { MatchRow, MatchStore } from '../match-store.ts'
import { dueMoment, isStillDue, reminderTexts, startToRemind, usefulUntilSec } from './reminder-rules.ts'
import type { OpenReminder, ReminderStore } from './reminder-store.ts'

export interface SendParts {
  db: Kysely<MatchesTables>
  events: Pick<TransactionalEvents, 'announceIn'>
  reminderStore: ReminderStore
  store: Pick<MatchStore, 'rows'>
  subscriptions: Pick<MatchesNeeds['subscriptions'], 'subscribers'>
  notify: MatchesNeeds['notify']
  isOpen(): Promise<boolean>
}

/** Users of one transaction: a killed process leaves at most these to the next one. */
const usersPerBatch = 1000
/** An event carries at most this many users. */
const usersPerEvent = 500

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
    return kickoffSec === null ? [] : [{ matchId, moment, kickoffSec }]
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
  // It may have moved or been cancelled since the first batch.
  if (!row || !isStillDue(reminder, row, nowSec)) {
    await reminderStore.advance(tx, reminder, { afterUserId, state: 'dropped' })
    return true
  }
  const span = { afterId: afterUserId, limit: usersPerBatch }
  const [subscribers, followers] = [
    await parts.subscriptions.subscribers(tx, matchId, span),
    await reminderStore.followers(tx, matchId, span),
  ]
  const userIds = firstOf(subscribers, followers, usersPerBatch)
  const told = await reminderStore.tell(tx, reminder, userIds)
  if (told.length > 0) await announce(tx, parts, { reminder, told, row, nowSec })
  await reminderStore.advance(tx, reminder, {
    afterUserId: userIds.at(-1) ?? afterUserId,
    state: userIds.length < usersPerBatch ? 'sent' : 'sending',
  })
  return true
}

async function announce(
  tx: Transaction<MatchesTables>,
  { notify, events }: SendParts,
  {
    reminder: { matchId, moment },
    told,
    row,
    nowSec,
  }: { reminder: OpenReminder; told: readonly number[]; row: MatchRow; nowSec: number },
): Promise<void> {
  const { title, text } = reminderTexts(moment, { ...row, home: row.home.name, away: row.away.name })
  const streamId = row.streams[0]?.id ?? 0
  const expiresSec = usefulUntilSec(moment, row, nowSec)
  await notify(tx, told, { about: { id: matchId, streamId }, title, text, expiresSec })
  for (let at = 0; at < told.length; at += usersPerEvent) {
    const userIds = told.slice(at, at + usersPerEvent)
    await events.announceIn(tx, matchReminded, {
      userIds,
      id: matchId,
      streamId,
      msg: title,
      popup: moment === 'start',
    })
  }
}
