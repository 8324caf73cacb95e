import type { TextKind } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { ModerationTables } from './moderation-tables.ts'

/** A blocked user, and whether the block began at a comment (known by name) or at a danmaku (known by a mark only). */
export interface Block {
  blockedId: number
  kind: TextKind
}

export interface BlockStore {
  /** The users that a user blocks, latest first. */
  list(userId: number): Promise<Block[]>
  /** Which of these users block somebody by a comment. */
  blockersAmong(userIds: readonly number[], blockedId: number): Promise<Set<number>>
  /** False if the user has the maximum number of blocks already. */
  add(block: Block & { userId: number; nowSec: number }): Promise<boolean>
  remove(userId: number, block: Block): Promise<void>
}

/** The clients' filters hold no more. */
const maxBlocks = 500

export function createBlockStore(db: Kysely<ModerationTables>): BlockStore {
  return {
    list: (userId) =>
      db
        .selectFrom('user_block')
        .select(['blocked_id as blockedId', 'kind'])
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('blocked_id')
        .execute(),
    async blockersAmong(userIds, blockedId) {
      const rows = await db
        .selectFrom('user_block')
        .select('user_id')
        .where('user_id', '=', sql<number>`any(${[...userIds]}::int[])`)
        .where('blocked_id', '=', blockedId)
        .where('kind', '=', 'comment')
        .execute()
      return new Set(rows.map(({ user_id }) => user_id))
    },
    async add({ userId, blockedId, kind, nowSec }) {
      await sql`
        insert into user_block (user_id, blocked_id, kind, created_at)
        select ${userId}::int, ${blockedId}::int, ${kind}, ${nowSec}::bigint
        where (select count(*) from user_block where user_id = ${userId}) < ${maxBlocks}
        on conflict do nothing`.execute(db)
      const { rows } = await sql<{ there: boolean }>`
        select exists (
          select from user_block where user_id = ${userId} and blocked_id = ${blockedId} and kind = ${kind}
        ) as there`.execute(db)
      return rows[0]?.there ?? false
    },
    async remove(userId, { blockedId, kind }) {
      await db
        .deleteFrom('user_block')
        .where('user_id', '=', userId)
        .where('blocked_id', '=', blockedId)
        .where('kind', '=', kind)
        .execute()
    },
  }
}
