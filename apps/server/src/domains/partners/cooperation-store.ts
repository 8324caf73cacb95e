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
}

interface CooperationSender {
  sender: string
  /** How many requests are permitted since a time (Unix seconds). */
  max: number
  sinceSec: number
}

export interface CooperationStore {
  /** Stores a request, unless its number is taken or the sender has sent as many as permitted. */
  add(request: Omit<Cooperation, 'id'>, from: CooperationSender): Promise<Cooperation | 'taken' | 'tooMany'>
  /** Requests of a sender since a time (Unix seconds). */
  countSince(sender: string, sinceSec: number): Promise<number>
  /** Newest first. */
  list(limit: number): Promise<Cooperation[]>
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
    list: (limit) => requests().orderBy('id', 'desc').limit(limit).execute(),
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
