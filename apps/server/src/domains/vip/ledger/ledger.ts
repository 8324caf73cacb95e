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
  /**
   * Gives a membership of an older system until `endSec`, once for each end; a later end there gives what is more. `ref`
   * names the user there. True if something was given.
   */
  importEndIn(tx: Transaction<unknown>, end: { userId: number; endSec: number; ref: string }): Promise<boolean>
  /** Locks the user until the transaction ends. Null if there is no such user. */
  lockIn(tx: Transaction<unknown>, userId: number): Promise<{ hasMail: boolean } | null>
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
  const lock = createUserLock(memberships)
  const change = async (
    tx: Transaction<unknown>,
    { userId }: { userId: number },
    entryFor: (present: Membership, atSec: number) => NewEntry,
  ): Promise<LedgerChange | null> => {
    const user = await lock(tx, userId)
    if (!user) return null
    const before = membershipOf(user.entries)
    // The clock of another host may be ahead: an entry is never earlier than what it is computed from.
    const entry = entryFor(before, Math.max(nowSec(clock), user.entries.at(-1)?.atSec ?? 0))
    const added = await createLedgerStore(tx.withTables<VipTables>()).add(entry)
    if (!added) return { before, after: before, isNew: false }
    user.entries.push(added)
    const after = membershipOf(user.entries)
    user.columns = await memberships.applyIn(tx, userId, { present: user.columns, membership: after })
    await events.announceIn(tx, membershipsChanged, { userIds: [userId] })
    return { before, after, isNew: true }
  }
  const presentIn = async (tx: Transaction<unknown>, userId: number): Promise<Membership> =>
    membershipOf((await lock(tx, userId))?.entries ?? [])
  const addIn: Ledger['addIn'] = (tx, entry) => change(tx, entry, (_present, atSec) => ({ ...entry, atSec }))
  const announce = (userId: number): void => {
    memberships.announce(userId)
    events.announceHere(membershipsChanged, { userIds: [userId] })
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
    async importEndIn(tx, { userId, endSec, ref }) {
      const entries = await createLedgerStore(tx.withTables<VipTables>()).of(userId)
      const known = entries.filter((entry) => entry.kind === 'import' && entry.ref.startsWith(`${ref}:`))
      const knownEnd = Math.max(0, ...known.map((entry) => Number(entry.ref.slice(ref.length + 1))))
      // Time that passed between two ends is nobody's.
      const seconds = endSec - Math.max(knownEnd, nowSec(clock))
      if (seconds <= 0) return false
      const entry = { userId, kind: 'import' as const, ref: `${ref}:${endSec}`, seconds, actor: 'import', note: '' }
      return (await addIn(tx, entry))?.isNew ?? false
    },
    lockIn: lock,
    isEndlessIn: async (tx, userId) => isEndless(await presentIn(tx, userId)),
    leftIn: async (tx, userId, seconds) => leftOf(await presentIn(tx, userId), seconds, nowSec(clock)),
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

/** A user whom a transaction has locked. */
interface LockedUser {
  /** Whether the account has an e-mail address. */
  hasMail: boolean
  /** What the columns hold. */
  columns: Membership
  /** In the order of their times. */
  entries: StoredEntry[]
}

/**
 * Locks users until a transaction ends, and reads them once: nobody else can change them meanwhile, and the transaction
 * changes them here only. The result is null if there is no such user.
 */
function createUserLock({
  lockIn,
}: Pick<VipNeeds['memberships'], 'lockIn'>): (tx: Transaction<unknown>, userId: number) => Promise<LockedUser | null> {
  const lockedBy = new WeakMap<Transaction<unknown>, Map<number, LockedUser>>()
  return async (tx, userId) => {
    const users = lockedBy.get(tx) ?? new Map<number, LockedUser>()
    lockedBy.set(tx, users)
    const known = users.get(userId)
    if (known) return known
    const found = await lockIn(tx, userId)
    if (!found) return null
    const { hasMail, ...columns } = found
    const locked = { hasMail, columns, entries: await createLedgerStore(tx.withTables<VipTables>()).of(userId) }
    users.set(userId, locked)
    return locked
  }
}
