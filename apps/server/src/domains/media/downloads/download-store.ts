import { sql, type Kysely } from 'kysely'
import type { MediaTables } from '../media-tables.ts'

export interface DownloadStore {
  /**
   * Counts the download of an asset on a day, once however often. Returns how many more are left of `max`, or null if there
   * was none left for it.
   */
  count(download: { userId: number; day: string; assetId: number }, max: number): Promise<number | null>
  removeBefore(day: string): Promise<void>
}

export function createDownloadStore(db: Kysely<MediaTables>): DownloadStore {
  return {
    count: ({ userId, day, assetId }, max) =>
      db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtext('media.downloads'), ${userId}::int)`.execute(tx)
        const rows = await tx
          .selectFrom('download_count')
          .select('asset_id')
          .where('user_id', '=', userId)
          .where('day', '=', sql<string>`${day}::date`)
          .execute()
        if (rows.some(({ asset_id }) => asset_id === assetId)) return Math.max(0, max - rows.length)
        if (rows.length >= max) return null
        await tx.insertInto('download_count').values({ user_id: userId, day, asset_id: assetId }).execute()
        return max - rows.length - 1
      }),

    async removeBefore(day) {
      await db
        .deleteFrom('download_count')
        .where('day', '<', sql<string>`${day}::date`)
        .execute()
    },
  }
}
