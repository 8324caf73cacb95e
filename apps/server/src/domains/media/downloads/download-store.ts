import { sql, type Kysely } from 'kysely'
import type { MediaTables } from '../media-tables.ts'

export interface DownloadStore {
  /** Whether the download of an asset on a day would be counted. */
  isLeft(download: { userId: number; day: string; assetId: number }, max: number): Promise<boolean>
  /**
   * Counts the download of an asset on a day, once however often. Returns how many more are left of `max`, or null if there
   * was none left for it.
   */
  count(download: { userId: number; day: string; assetId: number }, max: number): Promise<number | null>
  removeBefore(day: string): Promise<void>
}

export function createDownloadStore(db: Kysely<MediaTables>): DownloadStore {
  const countedOn = async (on: Kysely<MediaTables>, userId: number, day: string): Promise<number[]> => {
    const rows = await on
      .selectFrom('download_count')
      .select('asset_id')
      .where('user_id', '=', userId)
      .where('day', '=', sql<string>`${day}::date`)
      .execute()
    return rows.map(({ asset_id }) => asset_id)
  }
  return {
    async isLeft({ userId, day, assetId }, max) {
      const counted = await countedOn(db, userId, day)
      return counted.length < max || counted.includes(assetId)
    },

    count: ({ userId, day, assetId }, max) =>
      db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtext('media.downloads'), ${userId}::int)`.execute(tx)
        const counted = await countedOn(tx, userId, day)
        if (counted.includes(assetId)) return Math.max(0, max - counted.length)
        if (counted.length >= max) return null
        await tx.insertInto('download_count').values({ user_id: userId, day, asset_id: assetId }).execute()
        return max - counted.length - 1
      }),

    async removeBefore(day) {
      await db
        .deleteFrom('download_count')
        .where('day', '<', sql<string>`${day}::date`)
        .execute()
    },
  }
}
