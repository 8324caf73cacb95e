import type { Kysely } from 'kysely'
import type { OperationsTables } from './operations-tables.ts'

/** Replies of providers, which may be asked only so often. */
export interface ProviderStore {
  /** Null if there is none since `sinceSec`. */
  find(provider: string, key: string, sinceSec: number): Promise<unknown>
  save(reply: { provider: string; key: string; body: unknown; nowSec: number }): Promise<void>
}

export const createProviderStore = (db: Kysely<OperationsTables>): ProviderStore => ({
  async find(provider, key, sinceSec) {
    const row = await db
      .selectFrom('provider_reply')
      .select('body')
      .where('provider', '=', provider)
      .where('key', '=', key)
      .where('fetched_sec', '>=', sinceSec)
      .executeTakeFirst()
    return row?.body ?? null
  },

  async save({ provider, key, body, nowSec }) {
    const values = { body: JSON.stringify(body), fetched_sec: nowSec }
    await db
      .insertInto('provider_reply')
      .values({ provider, key, ...values })
      .onConflict((conflict) => conflict.columns(['provider', 'key']).doUpdateSet(values))
      .execute()
  },
})
