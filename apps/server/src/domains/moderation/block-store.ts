import { sql, type Kysely } from 'kysely'
import type { ModerationTables } from './moderation-tables.ts'

export interface BlockStore {
  /** Whom a person blocks, the latest first. */
  of(userId: number): Promise<number[]>
  /** Those of these people who block somebody. */
  by(userIds: readonly number[], blockedId: number): Promise<Set<number>>
  /** False where the person blocks as many as may be already. */
  add(block: { userId: number; blockedId: number; nowSec: number }): Promise<boolean>
  remove(userId: number, blockedId: number): Promise<void>
}

/** Viewers' filters carry no more. */
const mostBlocks = 500

export function createBlockStore(db: Kysely<ModerationTables>): BlockStore {
  return {
    async of(userId) {
      const rows = await db
        .selectFrom('user_block')
        .select('blocked_id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('blocked_id')
        .execute()
      return rows.map(({ blocked_id }) => blocked_id)
    },
    async by(userIds, blockedId) {
      const rows = await db
        .selectFrom('user_block')
        .select('user_id')
        .where('user_id', '=', sql<number>`any(${[...userIds]}::int[])`)
        .where('blocked_id', '=', blockedId)
        .execute()
      return new Set(rows.map(({ user_id }) => user_id))
    },
    async add({ userId, blockedId, nowSec }) {
      await sql`
        insert into user_block (user_id, blocked_id, created_at)
        select ${userId}::int, ${blockedId}::int, ${nowSec}::bigint
        where (select count(*) from user_block where user_id = ${userId}) < ${mostBlocks}
        on conflict do nothing`.execute(db)
      const { rows } = await sql<{ there: boolean }>`
        select exists (select from user_block where user_id = ${userId} and blocked_id = ${blockedId}) as there`.execute(
        db,
      )
      return rows[0]?.there ?? false
    },
    async remove(userId, blockedId) {
      await db.deleteFrom('user_block').where('user_id', '=', userId).where('blocked_id', '=', blockedId).execute()
    },
  }
}
