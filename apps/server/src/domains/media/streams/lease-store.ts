import { sql, type Kysely } from 'kysely'
import type { MediaTables } from '../media-tables.ts'

export interface Lease {
  stream: string
  device: string
  beganAt: number
}

export interface LeaseStore {
  /**
   * Extends the lease of a stream that has not ended and was seen since `sinceSec`. Returns whether there was one, or
   * `ended`.
   */
  extend(place: { userId: number; stream: string }, sinceSec: number, nowSec: number): Promise<boolean | 'ended'>
  /** Takes a lease unless `max` other streams were seen since `sinceSec`; 0 is any number. Returns whether it did. */
  take(
    lease: { userId: number; stream: string; device: string },
    limit: { max: number; sinceSec: number },
    nowSec: number,
  ): Promise<boolean>
  end(place: { userId: number; stream: string }): Promise<void>
  /** Gives a lease back. One that was ended stays, so that its player is told so. */
  release(place: { userId: number; stream: string }): Promise<void>
  /** Streams that were seen since `sinceSec`, the newest first. */
  list(userId: number, sinceSec: number): Promise<Lease[]>
  removeBefore(sec: number): Promise<void>
}

export function createLeaseStore(db: Kysely<MediaTables>): LeaseStore {
  return {
    async extend({ userId, stream }, sinceSec, nowSec) {
      // Another process's clock may be ahead.
      const row = await db
        .updateTable('play_lease')
        .set({ seen_at: sql`case when ended then seen_at else greatest(seen_at, ${nowSec}::int) end` })
        .where('user_id', '=', userId)
        .where('stream', '=', stream)
        .where('seen_at', '>', sinceSec)
        .returning('ended')
        .executeTakeFirst()
      return row?.ended === true ? 'ended' : row !== undefined
    },

    take: ({ userId, stream, device }, { max, sinceSec }, nowSec) =>
      db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtext('media.streams'), ${userId}::int)`.execute(tx)
        const { others } = await tx
          .selectFrom('play_lease')
          .select(({ fn }) => fn.countAll<string>().as('others'))
          .where('user_id', '=', userId)
          .where('stream', '<>', stream)
          .where('ended', '=', false)
          .where('seen_at', '>', sinceSec)
          .executeTakeFirstOrThrow()
        if (max > 0 && Number(others) >= max) return false
        await tx
          .insertInto('play_lease')
          .values({ user_id: userId, stream, device, began_at: nowSec, seen_at: nowSec })
          .onConflict((conflict) =>
            conflict
              .columns(['user_id', 'stream'])
              .doUpdateSet({ device, began_at: nowSec, seen_at: nowSec, ended: false }),
          )
          .execute()
        return true
      }),

    async end({ userId, stream }) {
      await db
        .updateTable('play_lease')
        .set({ ended: true })
        .where('user_id', '=', userId)
        .where('stream', '=', stream)
        .execute()
    },

    async release({ userId, stream }) {
      await db
        .deleteFrom('play_lease')
        .where('user_id', '=', userId)
        .where('stream', '=', stream)
        .where('ended', '=', false)
        .execute()
    },

    async list(userId, sinceSec) {
      const rows = await db
        .selectFrom('play_lease')
        .select(['stream', 'device', 'began_at'])
        .where('user_id', '=', userId)
        .where('ended', '=', false)
        .where('seen_at', '>', sinceSec)
        .orderBy('began_at', 'desc')
        .orderBy('stream')
        .execute()
      return rows.map(({ began_at, ...lease }) => ({ ...lease, beganAt: began_at }))
    },

    async removeBefore(sec) {
      await db.deleteFrom('play_lease').where('seen_at', '<', sec).execute()
    },
  }
}
