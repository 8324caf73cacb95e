import type { CooperationBudget, CooperationFields } from '@yunmu/contract'
import type { Kysely } from 'kysely'
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

export interface CooperationStore {
  /** Stores a request. Null if its number is taken. */
  add(request: Omit<Cooperation, 'id'>, sender: string): Promise<Cooperation | null>
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
    async add({ fromDay, toDay, createdAt, ...request }, sender) {
      const row = { ...request, from_day: fromDay, to_day: toDay, created_at: createdAt, sender }
      const stored = await db
        .insertInto('cooperation')
        .values(row)
        .onConflict((conflict) => conflict.column('no').doNothing())
        .returning(columns)
        .executeTakeFirst()
      return stored ?? null
    },
    async countSince(sender, sinceSec) {
      const { count } = await db
        .selectFrom('cooperation')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('sender', '=', sender)
        .where('created_at', '>', sinceSec)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    list: (limit) => requests().orderBy('id', 'desc').limit(limit).execute(),
    unmailed: () => requests().where('mailed_at', 'is', null).orderBy('id').limit(100).execute(),
    async markMailed(id, nowSec) {
      await db.updateTable('cooperation').set({ mailed_at: nowSec }).where('id', '=', id).execute()
    },
  }
}
