import { sql, type Kysely, type Transaction } from 'kysely'
import type { KeyedHash } from '../../../platform/process/keyed-hash.ts'
import type { AccountsTables } from '../accounts-tables.ts'
import { consume, needsCaptcha, refund, type BucketState, type ThrottleRule } from './throttle-rules.ts'

/** One bucket that an attempt is counted in. */
export interface Bucket {
  key: string
  rule: ThrottleRule
}

export interface ThrottleStore {
  /**
   * Counts a failed attempt in every bucket. Returns 0, or the seconds to wait if one is blocked (then none counts it).
   * Attempts are counted before they are verified, so that concurrent guesses are limited like sequential ones.
   */
  attempt(buckets: readonly Bucket[], nowSec: number): Promise<number>
  /**
   * The same for an attempt without a captcha: returns `captchaNeeded` and counts nothing if one of the buckets demands
   * one. Decided under the buckets' locks, so that concurrent attempts need one as soon as sequential ones.
   */
  attemptWithoutCaptcha(buckets: readonly Bucket[], nowSec: number): Promise<number | 'captchaNeeded'>
  /** Takes back an attempt that did not fail. */
  refund(buckets: readonly Bucket[]): Promise<void>
  /** Whether one of the buckets demands a captcha for the next attempt. */
  needsCaptcha(buckets: readonly Bucket[], nowSec: number): Promise<boolean>
  reset(keys: readonly string[]): Promise<void>
  removeExpired(nowSec: number): Promise<void>
}

type Locked = [hashed: string, bucket: Bucket, state: BucketState][]

/** @param hash keys contain addresses and logins, so only their keyed hashes are stored */
export function createThrottleStore(db: Kysely<AccountsTables>, hash: KeyedHash): ThrottleStore {
  const hashedKey = (key: string): string => hash('throttle', key).toString('base64url')

  /** Locks the buckets until the transaction ends, always in one order to avoid deadlocks. */
  const lock = async (tx: Transaction<AccountsTables>, buckets: readonly Bucket[]): Promise<Locked> => {
    const byKey = new Map(buckets.map((bucket) => [hashedKey(bucket.key), bucket]))
    const { rows } = await sql<{ key: string } & BucketState>`
      insert into throttle (key, clear_at, blocked_until)
      select key, 0, 0 from unnest(${[...byKey.keys()].toSorted()}::text[]) with ordinality as asked (key, place)
      order by place
      on conflict (key) do update set clear_at = throttle.clear_at
      returning key, clear_at as "clearAt", blocked_until as "blockedUntil"`.execute(tx)
    return rows.flatMap(({ key, ...state }): Locked => {
      const bucket = byKey.get(key)
      return bucket ? [[key, bucket, state]] : []
    })
  }
  const write = async (tx: Transaction<AccountsTables>, buckets: [hashed: string, state: BucketState][]) => {
    const [keys, clear, blocked] = [
      buckets.map(([key]) => key),
      buckets.map(([, { clearAt }]) => clearAt),
      buckets.map(([, { blockedUntil }]) => blockedUntil),
    ]
    await sql`
      update throttle set clear_at = fresh.clear_at, blocked_until = fresh.blocked_until
      from unnest(${keys}::text[], ${clear}::bigint[], ${blocked}::bigint[]) as fresh (key, clear_at, blocked_until)
      where throttle.key = fresh.key`.execute(tx)
  }

  const count = async (tx: Transaction<AccountsTables>, locked: Locked, nowSec: number): Promise<number> => {
    const waitSec = Math.max(0, ...locked.map(([, , { blockedUntil }]) => blockedUntil - nowSec))
    if (waitSec === 0)
      await write(
        tx,
        locked.map(([key, { rule }, state]) => [key, consume(state, rule, nowSec)]),
      )
    return waitSec
  }

  return {
    attempt: (buckets, nowSec) => db.transaction().execute(async (tx) => count(tx, await lock(tx, buckets), nowSec)),
    attemptWithoutCaptcha: (buckets, nowSec) =>
      db.transaction().execute(async (tx) => {
        const locked = await lock(tx, buckets)
        if (locked.some(([, { rule }, state]) => needsCaptcha(state, rule, nowSec))) return 'captchaNeeded'
        return count(tx, locked, nowSec)
      }),
    async refund(buckets) {
      if (buckets.length === 0) return
      await db.transaction().execute(async (tx) => {
        const locked = await lock(tx, buckets)
        await write(
          tx,
          locked.map(([key, { rule }, state]) => [key, refund(state, rule)]),
        )
      })
    },
    async needsCaptcha(buckets, nowSec) {
      const rules = new Map(buckets.map(({ key, rule }) => [hashedKey(key), rule]))
      if (rules.size === 0) return false
      const rows = await db
        .selectFrom('throttle')
        .select(['key', 'clear_at as clearAt', 'blocked_until as blockedUntil'])
        .where('key', 'in', [...rules.keys()])
        .execute()
      return rows.some(({ key, ...state }) => {
        const rule = rules.get(key)
        return rule !== undefined && needsCaptcha(state, rule, nowSec)
      })
    },
    async reset(keys) {
      if (keys.length > 0) await db.deleteFrom('throttle').where('key', 'in', keys.map(hashedKey)).execute()
    },
    async removeExpired(nowSec) {
      await db.deleteFrom('throttle').where('clear_at', '<=', nowSec).where('blocked_until', '<=', nowSec).execute()
    },
  }
}
