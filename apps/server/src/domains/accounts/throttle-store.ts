import { sql, type Kysely } from 'kysely'
import type { ThrottleRule } from './accounts-rules.ts'
import type { AccountsTables } from './accounts-tables.ts'

/** One purse that an attempt is paid from. */
export interface Purse {
  key: string
  rule: ThrottleRule
}

export interface ThrottleStore {
  /**
   * Counts an attempt in every purse, as one that failed. Returns after how many seconds to come back where one of them
   * is blocked (then none has counted it), else 0. Counting comes before trying: of a thousand guesses that come at once
   * no more are looked at than of a thousand that come in a row.
   */
  attempt(purses: readonly Purse[], nowSec: number): Promise<number>
  /** Takes an attempt back that did not fail. */
  giveBack(keys: readonly string[]): Promise<void>
  forget(keys: readonly string[]): Promise<void>
  removeForgotten(nowSec: number): Promise<void>
}

export function createThrottleStore(db: Kysely<AccountsTables>): ThrottleStore {
  const take = async ({ key, rule }: Purse, nowSec: number): Promise<boolean> => {
    const failures = sql<number>`case when throttle.forgotten_at <= ${nowSec} then 1 else throttle.failures + 1 end`
    const waitAfter = (count: typeof failures) => sql<number>`${nowSec}::bigint + case when ${count} < ${rule.free}::int
      then 0 else least(${rule.mostSec}::bigint, ${rule.firstSec}::bigint << least(${count} - ${rule.free}::int, 20)) end`
    const row = await db
      .insertInto('throttle')
      .values({
        key,
        failures: 1,
        blocked_until: waitAfter(sql<number>`1`),
        forgotten_at: nowSec + rule.memorySec,
      })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({
            failures,
            blocked_until: waitAfter(failures),
            forgotten_at: nowSec + rule.memorySec,
          })
          .where('throttle.blocked_until', '<=', nowSec),
      )
      .returning('key')
      .executeTakeFirst()
    return row !== undefined
  }
  const giveBack = async (keys: readonly string[]): Promise<void> => {
    if (keys.length === 0) return
    await db
      .updateTable('throttle')
      .set({ failures: sql<number>`greatest(failures - 1, 0)`, blocked_until: 0 })
      .where('key', 'in', keys)
      .execute()
  }

  return {
    giveBack,
    async attempt(purses, nowSec) {
      const taken: string[] = []
      for (const purse of purses) {
        if (await take(purse, nowSec)) {
          taken.push(purse.key)
          continue
        }
        await giveBack(taken)
        const row = await db
          .selectFrom('throttle')
          .select('blocked_until')
          .where('key', '=', purse.key)
          .executeTakeFirst()
        return Math.max(1, (row?.blocked_until ?? 0) - nowSec)
      }
      return 0
    },
    async forget(keys) {
      if (keys.length > 0) await db.deleteFrom('throttle').where('key', 'in', keys).execute()
    },
    async removeForgotten(nowSec) {
      await db.deleteFrom('throttle').where('forgotten_at', '<=', nowSec).execute()
    },
  }
}
