import type { CooperationBudget, CooperationFields } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { PartnersTables } from './partners-tables.ts'

/** A request to book. */
export interface Cooperation extends CooperationFields {
  id: number
  no: string
  /** Names of products at the time of the request. */
  products: string[]
  budget: CooperationBudget
  /** Unix seconds. */
  createdAt: number
  /** When the operator marked it as answered, Unix seconds; null while it waits. */
  answeredAt: number | null
}

interface CooperationSender {
  sender: string
  /** How many requests are permitted since a time (Unix seconds). */
  max: number
  sinceSec: number
}

export interface CooperationStore {
  /** Stores a request, unless its number is taken or the sender has sent as many as permitted. */
  add(
    request: Omit<Cooperation, 'id' | 'answeredAt'>,
    from: CooperationSender,
  ): Promise<Cooperation | 'taken' | 'tooMany'>
  /** Requests of a sender since a time (Unix seconds). */
  countSince(sender: string, sinceSec: number): Promise<number>
  /** Newest first. */
  list(limit: number, of?: { isWaiting: boolean }): Promise<Cooperation[]>
  /** Marks a request as answered. False if there is none with the number. */
  markAnswered(no: string, nowSec: number): Promise<boolean>
  /** Those that no mail was sent about yet, oldest first. */
  unmailed(): Promise<Cooperation[]>
  markMailed(id: number, nowSec: number): Promise<void>
}

const columns = [
  'id',
  'no',
  'products',
  'company',
  'contact',
  'phone',
  'email',
  'from_day as fromDay',
  'to_day as toDay',
  'budget',
  'message',
  'created_at as createdAt',
  'answered_at as answeredAt',
] as const

export function createCooperationStore(db: Kysely<PartnersTables>): CooperationStore {
  const requests = () => db.selectFrom('cooperation').select(columns)
  return {
    add: ({ fromDay, toDay, createdAt, ...request }, { sender, max, sinceSec }) =>
      db.transaction().execute(async (tx) => {
        // Serialises the requests of one sender, so that those sent at once do not all pass.
        await sql`select pg_advisory_xact_lock(hashtext('partners.cooperation'), hashtext(${sender}))`.execute(tx)
        if ((await countSince(tx, sender, sinceSec)) >= max) return 'tooMany'
        const row = { ...request, from_day: fromDay, to_day: toDay, created_at: createdAt, sender }
        const stored = await tx
          .insertInto('cooperation')
          .values(row)
          .onConflict((conflict) => conflict.column('no').doNothing())
          .returning(columns)
          .executeTakeFirst()
        return stored ?? 'taken'
      }),
    countSince: (sender, sinceSec) => countSince(db, sender, sinceSec),
    list(limit, { isWaiting = false } = { isWaiting: false }) {
      const all = requests().orderBy('id', 'desc').limit(limit)
      return (isWaiting ? all.where('answered_at', 'is', null) : all).execute()
    },
    async markAnswered(no, nowSec) {
      const marked = await db
        .updateTable('cooperation')
        .set({ answered_at: nowSec })
        .where('no', '=', no)
        .executeTakeFirst()
      return marked.numUpdatedRows > 0n
    },
    unmailed: () => requests().where('mailed_at', 'is', null).orderBy('id').limit(100).execute(),
    async markMailed(id, nowSec) {
      await db.updateTable('cooperation').set({ mailed_at: nowSec }).where('id', '=', id).execute()
    },
  }
}

async function countSince(db: Kysely<PartnersTables>, sender: string, sinceSec: number): Promise<number> {
  const { count } = await db
    .selectFrom('cooperation')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('sender', '=', sender)
    .where('created_at', '>', sinceSec)
    .executeTakeFirstOrThrow()
  return Number(count)
}
