import { sql, type Kysely, type Transaction } from 'kysely'
import type { KeyedHash } from '../../platform/process/keyed-hash.ts'
import type { AccountsTables } from './accounts-tables.ts'
import { spend, takeBack, type PurseState, type ThrottleRule } from './throttle-rules.ts'

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
  giveBack(purses: readonly Purse[]): Promise<void>
  forget(keys: readonly string[]): Promise<void>
  removeForgotten(nowSec: number): Promise<void>
}

type Locked = [hashed: string, purse: Purse, state: PurseState][]

/** @param hash keys name addresses and logins: only what this station alone can make of them is kept */
export function createThrottleStore(db: Kysely<AccountsTables>, hash: KeyedHash): ThrottleStore {
  const hashedKey = (key: string): string => hash('throttle', key).toString('base64url')

  /** Holds the purses until the transaction ends; always in one order, so that no two wait for each other. */
  const lock = async (tx: Transaction<AccountsTables>, purses: readonly Purse[]): Promise<Locked> => {
    const byKey = new Map(purses.map((purse) => [hashedKey(purse.key), purse]))
    const { rows } = await sql<{ key: string } & PurseState>`
      insert into throttle (key, clear_at, blocked_until)
      select key, 0, 0 from unnest(${[...byKey.keys()].toSorted()}::text[]) with ordinality as asked (key, place)
      order by place
      on conflict (key) do update set clear_at = throttle.clear_at
      returning key, clear_at as "clearAt", blocked_until as "blockedUntil"`.execute(tx)
    return rows.flatMap(({ key, ...state }): Locked => {
      const purse = byKey.get(key)
      return purse ? [[key, purse, state]] : []
    })
  }
  const write = async (tx: Transaction<AccountsTables>, purses: [hashed: string, state: PurseState][]) => {
    const [keys, clear, blocked] = [
      purses.map(([key]) => key),
      purses.map(([, { clearAt }]) => clearAt),
      purses.map(([, { blockedUntil }]) => blockedUntil),
    ]
    await sql`
      update throttle set clear_at = fresh.clear_at, blocked_until = fresh.blocked_until
      from unnest(${keys}::text[], ${clear}::bigint[], ${blocked}::bigint[]) as fresh (key, clear_at, blocked_until)
      where throttle.key = fresh.key`.execute(tx)
  }

  return {
    attempt: (purses, nowSec) =>
      db.transaction().execute(async (tx) => {
        const locked = await lock(tx, purses)
        const waitSec = Math.max(0, ...locked.map(([, , { blockedUntil }]) => blockedUntil - nowSec))
        if (waitSec === 0)
          await write(
            tx,
            locked.map(([key, { rule }, state]) => [key, spend(state, rule, nowSec)]),
          )
        return waitSec
      }),
    async giveBack(purses) {
      if (purses.length === 0) return
      await db.transaction().execute(async (tx) => {
        const locked = await lock(tx, purses)
        await write(
          tx,
          locked.map(([key, { rule }, state]) => [key, takeBack(state, rule)]),
        )
      })
    },
    async forget(keys) {
      if (keys.length > 0) await db.deleteFrom('throttle').where('key', 'in', keys.map(hashedKey)).execute()
    },
    async removeForgotten(nowSec) {
      await db.deleteFrom('throttle').where('clear_at', '<=', nowSec).where('blocked_until', '<=', nowSec).execute()
    },
  }
}
