import type { ReportReason, TextKind } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { ModerationTables } from './moderation-tables.ts'

/** A reported text: the number of reports, and the reasons. */
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
  /** The same for one network and this text; null if networks are not counted. */
  networkHash: Buffer | null
  /** Whether it counts towards holding the text. */
  countsTowardsHold: boolean
  nowSec: number
}

/** The weight of all reports of a text. */
export interface ReportWeight {
  /** The number of networks with reports that count. */
  networks: number
  /** Whether an operator reviewed earlier reports and left the text. */
  isReviewed: boolean
}

export interface ReportStore {
  /** Stores a report. Returns the text's total weight; null if this user reported it before. */
  add(report: NewReport): Promise<ReportWeight | null>
  /** The number of reports by a user since a time. */
  countSince(userId: number, sec: number): Promise<number>
  /** Texts with reports that no operator reviewed, most reported first. */
  open(limit: number): Promise<Reported[]>
  /** All reports of a user, newest first. `createdAt` is Unix seconds. */
  allByUser(userId: number): Promise<{ kind: TextKind; id: string; reason: ReportReason; createdAt: number }[]>
  /** Marks the reports of texts as reviewed. */
  markReviewed(kind: TextKind, ids: readonly string[]): Promise<void>
  /** Deletes reports before a time. */
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
