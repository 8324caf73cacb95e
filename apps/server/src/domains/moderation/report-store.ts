import type { ReportReason, TextKind } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { ModerationTables } from './moderation-tables.ts'

/** A text as it was reported: by how many, and why. */
export interface Reported {
  kind: TextKind
  id: string
  reports: number
  reasons: ReportReason[]
}

export interface NewReport {
  kind: TextKind
  id: string
  userId: number
  reason: ReportReason
  /** The same for one network and this text; null where networks are not counted. */
  networkHash: Buffer | null
  /** Whether it counts towards holding the text. */
  countsTowardsHold: boolean
  nowSec: number
}

/** What speaks against a text. */
export interface ReportWeight {
  /** From how many networks people whose word weighs reported it. */
  networks: number
  /** Whether an operator has looked at it because of reports, and left it. */
  isReviewed: boolean
}

export interface ReportStore {
  /** Keeps a report, and returns what speaks against the text now; null where this person reported it before. */
  add(report: NewReport): Promise<ReportWeight | null>
  /** How much a person reported since a moment. */
  countSince(userId: number, sec: number): Promise<number>
  /** What was reported since an operator looked, the most reported first. */
  open(limit: number): Promise<Reported[]>
  /** All that a person reported, the newest first. `createdAt` is Unix seconds. */
  allByUser(userId: number): Promise<{ kind: TextKind; id: string; reason: ReportReason; createdAt: number }[]>
  /** An operator has looked. */
  markReviewed(kind: TextKind, ids: readonly string[]): Promise<void>
  /** Forgets what was reported before a moment. */
  deleteOld(beforeSec: number): Promise<void>
}

export function createReportStore(db: Kysely<ModerationTables>): ReportStore {
  return {
    async add({ kind, id, userId, reason, networkHash, countsTowardsHold, nowSec }) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('moderation_report')
        .values({
          kind,
          text_id: id,
          user_id: userId,
          reason,
          created_at: nowSec,
          network_hash: networkHash,
          weighs: countsTowardsHold,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n) return null
      return db
        .selectFrom('moderation_report')
        .select([
          sql<number>`(count(distinct coalesce(encode(network_hash, 'hex'), user_id::text)) filter (where weighs))::int`.as(
            'networks',
          ),
          sql<boolean>`bool_or(settled)`.as('isReviewed'),
        ])
        .where('kind', '=', kind)
        .where('text_id', '=', id)
        .executeTakeFirstOrThrow()
    },
    async countSince(userId, sec) {
      const { count } = await db
        .selectFrom('moderation_report')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('created_at', '>', sec)
        .executeTakeFirstOrThrow()
      return count
    },
    async open(limit) {
      const rows = await db
        .selectFrom('moderation_report')
        .select(['kind', sql<string>`text_id::text`.as('id')])
        .select(({ fn }) => fn.countAll<number>().as('reports'))
        .select(sql<ReportReason[]>`array_agg(distinct reason)`.as('reasons'))
        .where('settled', '=', false)
        .groupBy(['kind', 'text_id'])
        .orderBy('reports', 'desc')
        .orderBy(sql`min(created_at)`)
        .orderBy('text_id')
        .limit(limit)
        .execute()
      return rows
    },
    allByUser: (userId) =>
      db
        .selectFrom('moderation_report')
        .select(['kind', sql<string>`text_id::text`.as('id'), 'reason', 'created_at as createdAt'])
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .execute(),
    async markReviewed(kind, ids) {
      await db
        .updateTable('moderation_report')
        .set({ settled: true })
        .where('kind', '=', kind)
        .where('text_id', '=', sql<string>`any(${[...ids]}::bigint[])`)
        .execute()
    },
    async deleteOld(beforeSec) {
      await db.deleteFrom('moderation_report').where('created_at', '<', beforeSec).execute()
    },
  }
}
