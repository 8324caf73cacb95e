import { sql, type Kysely } from 'kysely'
import type { EntryKind, VipTables } from '../vip-tables.ts'
import type { Entry } from './ledger-rules.ts'

export interface NewEntry {
  userId: number
  kind: EntryKind
  /** The same for what must happen once. */
  ref: string
  seconds: number | null
  atSec: number
  /** Who caused it: `user`, `operator`, `station`, or a gateway. */
  actor: string
  note: string
}

export interface StoredEntry extends Entry, Omit<NewEntry, 'kind' | 'seconds' | 'atSec'> {}

/** The entries of the ledger, which are only ever added. */
export interface LedgerStore {
  /** Null if there is an entry of the kind with the same ref. */
  add(entry: NewEntry): Promise<StoredEntry | null>
  /** All entries of a user, in the order of their times. */
  of(userId: number): Promise<StoredEntry[]>
  /** All entries of all users, in the order in which they were added. */
  all(): AsyncIterable<StoredEntry>
  /** When entries last took time from these users, by user. */
  takenAt(userIds: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** The entry with this ref, or null. */
  find(kind: EntryKind, ref: string): Promise<StoredEntry | null>
  /** What entries of these kinds gave less what they took for an order: of all kinds, what the person has of it. */
  sumOf(orderNo: string, kinds?: readonly EntryKind[]): Promise<number>
}

/** Entries that are in memory at once while all are read. */
const pageSize = 1000

const orderKinds: readonly EntryKind[] = ['order', 'refund', 'chargeback', 'chargeback_won']

/** @param db a transaction, if other changes must be atomic with these */
export function createLedgerStore(db: Kysely<VipTables>): LedgerStore {
  const entries = () =>
    db
      .selectFrom('vip_entry')
      .select(['id', 'user_id as userId', 'kind', 'ref', 'seconds', 'at_sec as atSec', 'actor', 'note'])
  return {
    async add(entry) {
      const { userId, kind, ref, seconds, atSec, actor, note } = entry
      const added = await db
        .insertInto('vip_entry')
        .values({ user_id: userId, kind, ref, seconds, at_sec: atSec, actor, note })
        .onConflict((conflict) => conflict.columns(['kind', 'ref']).doNothing())
        .returning('id')
        .executeTakeFirst()
      return added ? { ...entry, id: added.id } : null
    },
    of: (userId) => entries().where('user_id', '=', userId).orderBy('at_sec').orderBy('id').execute(),
    async *all() {
      let afterId = 0
      for (;;) {
        const page = await entries().where('id', '>', afterId).orderBy('id').limit(pageSize).execute()
        yield* page
        afterId = page.at(-1)?.id ?? afterId
        if (page.length < pageSize) return
      }
    },
    async takenAt(userIds) {
      const taken = await db
        .selectFrom('vip_entry')
        .select(['user_id as userId', ({ fn }) => fn.max('at_sec').as('atSec')])
        .where('user_id', '=', sql<number>`any(${[...userIds]}::int[])`)
        .where('seconds', '<', 0)
        .groupBy('user_id')
        .execute()
      return new Map(taken.map(({ userId, atSec }) => [userId, atSec]))
    },
    async sumOf(orderNo, kinds = orderKinds) {
      const { sum } = await db
        .selectFrom('vip_entry')
        .select(sql<number>`coalesce(sum(seconds), 0)::int`.as('sum'))
        .where('kind', 'in', kinds)
        .where(({ or, eb }) => or([eb('ref', '=', orderNo), eb('ref', 'like', `${orderNo}:%`)]))
        .executeTakeFirstOrThrow()
      return sum
    },
    async find(kind, ref) {
      return (await entries().where('kind', '=', kind).where('ref', '=', ref).executeTakeFirst()) ?? null
    },
  }
}
