import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { createKeyedHash } from '../../../platform/process/keyed-hash.ts'
import type { MatchesTables } from '../matches-tables.ts'

export interface FeedTokenRow {
  source: string
  /** Unix seconds; `usedAt` is 0 for never. */
  createdAt: number
  usedAt: number
}

/** Tokens of programs that feed matches. Each has its own source, whose ids are its own. */
export interface FeedTokens {
  /** The new token, which is shown once; null if the source has one. */
  add(source: string, nowSec: number): Promise<string | null>
  list(): Promise<FeedTokenRow[]>
  /** Returns false if there was none. */
  remove(source: string): Promise<boolean>
  /** The source of a token; null if it is not valid. */
  sourceOf(token: string, nowSec: number): Promise<string | null>
}

/** How exact the time of the last use is. */
const usedStepSec = 60

export function createFeedTokens(db: Kysely<MatchesTables>, secret: string): FeedTokens {
  const hash = createKeyedHash(secret)
  const hashOf = (token: string): Buffer => hash('matches.feed', token)
  return {
    async add(source, nowSec) {
      const token = `feed_${randomBytes(24).toString('base64url')}`
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('feed_token')
        .values({ source, token_hash: hashOf(token), created_at: nowSec })
        .onConflict((conflict) => conflict.column('source').doNothing())
        .executeTakeFirstOrThrow()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n ? token : null
    },
    list: () =>
      db
        .selectFrom('feed_token')
        .select(['source', 'created_at as createdAt', 'used_at as usedAt'])
        .orderBy('source')
        .execute(),
    async remove(source) {
      const { numDeletedRows } = await db
        .deleteFrom('feed_token')
        .where('source', '=', source)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
    async sourceOf(token, nowSec) {
      const row = await db
        .selectFrom('feed_token')
        .select(['source', 'used_at'])
        .where('token_hash', '=', hashOf(token))
        .executeTakeFirst()
      if (!row) return null
      if (nowSec - row.used_at >= usedStepSec) {
        await db
          .updateTable('feed_token')
          .set({ used_at: sql<number>`greatest(used_at, ${nowSec})` })
          .where('source', '=', row.source)
          .execute()
      }
      return row.source
    },
  }
}
