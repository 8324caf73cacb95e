import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { appendAudit } from '../../../platform/audit/audit.ts'
import type { TransactionalEvents } from '../../../platform/events/outbox.ts'
import { nowSec, type Clock } from '../../../platform/process/clock.ts'
import { membershipsChanged } from '../vip-events.ts'
import type { VipNeeds } from '../vip-needs.ts'
import type { VipTables } from '../vip-tables.ts'
import { isEndless, leftOf, membershipOf, type Membership } from './ledger-rules.ts'
import { createLedgerStore, type NewEntry, type StoredEntry } from './ledger-store.ts'

/** What a change of the ledger led to. */
export interface LedgerChange {
  before: Membership
  after: Membership
  /** False if the entry existed already. */
  isNew: boolean
}

/**
 * The only way to change a membership: an entry is added and the columns of the user follow, in one transaction, while
 * the user's row is locked.
 */
export interface Ledger {
  /** Null if there is no such user. `announce` is called after the commit. */
  addIn(tx: Transaction<unknown>, entry: Omit<NewEntry, 'atSec'>): Promise<LedgerChange | null>
  /** Takes back up to `seconds`: what has been used stays. */
  takeIn(tx: Transaction<unknown>, entry: Omit<NewEntry, 'atSec'> & { seconds: number }): Promise<LedgerChange | null>
  /** Locks the user until the transaction ends. False if there is no such user. */
  lockIn(tx: Transaction<unknown>, userId: number): Promise<boolean>
  /** How much of `seconds` is left of the membership of a user whom the transaction has locked. */
  leftIn(tx: Transaction<unknown>, userId: number, seconds: number): Promise<number>
  /** Whether the membership of a user whom the transaction has locked has no end: nothing can be added to it. */
  isEndlessIn(tx: Transaction<unknown>, userId: number): Promise<boolean>
  /** Lets this process see the change at once, without waiting for the outbox. */
  announce(userId: number): void
  /** Gives time. Null if there is no such user. */
  gift(userId: number, seconds: number, actor: string, note?: string): Promise<Membership | null>
  /** Gives time to try VIP, once to each person. Null if there is no such user. */
  trial(userId: number, seconds: number, actor: string): Promise<LedgerChange | null>
  /** Ends the membership now. */
  revoke(userId: number, actor: string): Promise<Membership | null>
  /** When time was last taken back from these users, by user. */
  takenAt(userIds: readonly number[]): Promise<ReadonlyMap<number, number>>
  entriesOf(userId: number): Promise<StoredEntry[]>
}

interface LedgerNeeds {
  db: Kysely<unknown>
  clock: Clock
  events: TransactionalEvents
  memberships: VipNeeds['memberships']
}

export function createLedger({ db, clock, events, memberships }: LedgerNeeds): Ledger {
  const change = async (
    tx: Transaction<unknown>,
    { userId }: { userId: number },
    entryFor: (present: Membership, atSec: number) => NewEntry | null,
  ): Promise<LedgerChange | null> => {
    if (!(await memberships.lockIn(tx, userId))) return null
    const store = createLedgerStore(tx.withTables<VipTables>())
    const entries = await store.of(userId)
    const before = membershipOf(entries)
    // The clock of another host may be ahead: an entry is never earlier than what it is computed from.
    const entry = entryFor(before, Math.max(nowSec(clock), entries.at(-1)?.atSec ?? 0))
    if (entry === null || !(await store.add(entry))) return { before, after: before, isNew: false }
    const after = membershipOf(await store.of(userId))
    await memberships.applyIn(tx, userId, after)
    await events.announceIn(tx, membershipsChanged, { userIds: [userId] })
    return { before, after, isNew: true }
  }
  const addIn: Ledger['addIn'] = (tx, entry) => change(tx, entry, (_present, atSec) => ({ ...entry, atSec }))
  const announce = (userId: number): void => {
    memberships.announce(userId)
    events.announce(membershipsChanged, { userIds: [userId] })
  }
  const addAlone = async (entry: Omit<NewEntry, 'atSec'>): Promise<LedgerChange | null> => {
    const done = await db.transaction().execute(async (tx) => {
      const change = await addIn(tx, entry)
      const { kind: act, actor, userId } = entry
      if (change?.isNew)
        await appendAudit(tx, {
          domain: 'vip',
          act,
          actor,
          subject: `user ${userId}`,
          before: change.before,
          after: change.after,
          atSec: nowSec(clock),
        })
      return change
    })
    if (done?.isNew) announce(entry.userId)
    return done
  }
  return {
    addIn,
    takeIn: (tx, entry) =>
      change(tx, entry, (present, atSec) => ({ ...entry, atSec, seconds: 0 - leftOf(present, entry.seconds, atSec) })),
    lockIn: (tx, userId) => memberships.lockIn(tx, userId),
    isEndlessIn: async (tx, userId) =>
      isEndless(membershipOf(await createLedgerStore(tx.withTables<VipTables>()).of(userId))),
    leftIn: async (tx, userId, seconds) =>
      leftOf(membershipOf(await createLedgerStore(tx.withTables<VipTables>()).of(userId)), seconds, nowSec(clock)),
    announce,
    async gift(userId, seconds, actor, note = '') {
      const entry = { userId, kind: 'gift' as const, ref: randomUUID(), seconds, actor, note }
      return (await addAlone(entry))?.after ?? null
    },
    trial: (userId, seconds, actor) =>
      addAlone({ userId, kind: 'trial', ref: `user:${userId}`, seconds, actor, note: '' }),
    async revoke(userId, actor) {
      const entry = { userId, kind: 'revoke' as const, ref: randomUUID(), seconds: null, actor, note: '' }
      return (await addAlone(entry))?.after ?? null
    },
    takenAt: (userIds) => createLedgerStore(db.withTables<VipTables>()).takenAt(userIds),
    entriesOf: (userId) => createLedgerStore(db.withTables<VipTables>()).of(userId),
  }
}
