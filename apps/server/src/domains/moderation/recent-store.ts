import type { TextKind } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { ModerationTables } from './moderation-tables.ts'
import { maxRecentTexts, textRates, type RecentText } from './recent-rules.ts'

/** Who writes a text, as it is stored. */
export interface Writer {
  userId: number
  /** Null if the address is not rate limited. */
  addressHash: Buffer | null
  networkHash: Buffer | null
}

/** A text that is about to be published. */
export interface TextToCount extends Writer {
  kind: TextKind
  textHash: Buffer
  nowMs: number
}

/** Texts of one time span. */
export interface RecentCounts {
  user: number
  /** Of the client's address and its network; 0 if the address is not rate limited. */
  address: number
  network: number
}

/** Called with what was written since a time before a text is counted; throws so that it is not. */
export interface CountCondition {
  sinceMs: number
  check: (written: RecentCounts) => void
}

/** Why a text is not counted. */
export type CountRefusal = { refused: 'TextRepeated' } | { refused: 'TooSoon'; retryAfterSec: number }

export interface RecentStore {
  /**
   * Counts a text in the writer's rate, unless it repeats one of the user's last texts or exceeds a rate. Texts of one
   * user are serialised across processes.
   */
  count(
    text: TextToCount,
    isRepeated: (recent: readonly RecentText[]) => boolean,
    countIf?: CountCondition,
  ): Promise<CountRefusal | null>
  /** How many texts the user, the address and the network wrote since a time. */
  countsSince(from: Writer & { kind: TextKind }, sinceMs: number): Promise<RecentCounts>
  deleteOld(beforeMs: number): Promise<void>
}

/** The first key of the advisory lock is this class, the second the user. */
const userLockClass = 7301

export function createRecentStore(db: Kysely<ModerationTables>): RecentStore {
  const waitFor = async (
    tx: Kysely<ModerationTables>,
    column: 'user_id' | 'address_hash' | 'network_hash',
    value: number | Buffer | null,
    { kind, nowMs, rate }: { kind: TextKind; nowMs: number; rate: { max: number; perMs: number } },
  ): Promise<number> => {
    if (value === null) return 0
    // The oldest text that fills the rate: once it leaves the window, one more is allowed.
    const row = await tx
      .selectFrom('moderation_recent')
      .select('at_ms')
      .where(sql.ref(column), '=', value)
      .where('kind', '=', kind)
      .where('at_ms', '>', nowMs - rate.perMs)
      .orderBy('at_ms', 'desc')
      .offset(rate.max - 1)
      .limit(1)
      .executeTakeFirst()
    return row ? row.at_ms + rate.perMs - nowMs : 0
  }

  return {
    count: ({ userId, kind, textHash, addressHash, networkHash, nowMs }, isRepeated, countIf) =>
      db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${userLockClass}, ${userId})`.execute(tx)
        const recent = await tx
          .selectFrom('moderation_recent')
          .select(['at_ms as atMs', sql<boolean>`text_hash = ${textHash}`.as('same')])
          .where('user_id', '=', userId)
          .where('kind', '=', kind)
          .orderBy('at_ms', 'desc')
          .orderBy('id', 'desc')
          .limit(maxRecentTexts)
          .execute()
        if (isRepeated(recent)) return { refused: 'TextRepeated' }
        if (countIf) countIf.check(await countsSince(tx, { kind, userId, addressHash, networkHash }, countIf.sinceMs))
        const rates = textRates[kind]
        const waitMs = Math.max(
          await waitFor(tx, 'user_id', userId, { kind, nowMs, rate: rates.user }),
          await waitFor(tx, 'address_hash', addressHash, { kind, nowMs, rate: rates.address }),
          await waitFor(tx, 'network_hash', networkHash, { kind, nowMs, rate: rates.network }),
        )
        if (waitMs > 0) return { refused: 'TooSoon', retryAfterSec: Math.ceil(waitMs / 1000) }
        const row = { user_id: userId, kind, text_hash: textHash, address_hash: addressHash, network_hash: networkHash }
        await tx
          .insertInto('moderation_recent')
          .values({ ...row, at_ms: nowMs })
          .execute()
        return null
      }),
    countsSince: (from, sinceMs) => countsSince(db, from, sinceMs),
    async deleteOld(beforeMs) {
      await db.deleteFrom('moderation_recent').where('at_ms', '<', beforeMs).execute()
    },
  }
}

async function countsSince(
  db: Kysely<ModerationTables>,
  { kind, userId, addressHash, networkHash }: Writer & { kind: TextKind },
  sinceMs: number,
): Promise<RecentCounts> {
  const count = async (column: 'user_id' | 'address_hash' | 'network_hash', value: number | Buffer | null) => {
    if (value === null) return 0
    const { count } = await db
      .selectFrom('moderation_recent')
      .select(sql<number>`count(*)::int`.as('count'))
      .where(sql.ref(column), '=', value)
      .where('kind', '=', kind)
      .where('at_ms', '>', sinceMs)
      .executeTakeFirstOrThrow()
    return count
  }
  // One after the other: a transaction has one connection.
  return {
    user: await count('user_id', userId),
    address: await count('address_hash', addressHash),
    network: await count('network_hash', networkHash),
  }
}
