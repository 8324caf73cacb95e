import { sql, type Insertable, type Kysely } from 'kysely'
import type { MediaTables } from '../media-tables.ts'

/** A player: the key that it drew, in the session in which it plays. Keys alone could be the same on all devices. */
export interface Place {
  userId: number
  sessionId: string
  stream: string
}

export interface Lease {
  stream: string
  device: string
  beganAt: number
}

interface Limit {
  max: number
  sinceSec: number
}

export interface LeaseStore {
  /**
   * Extends the lease of a stream that has not ended, was seen since `sinceSec`, and began before all but `max` - 1 of
   * those that were; 0 is any number. Returns whether there was one, or `ended`.
   */
  extend(place: Place, limit: Limit, nowSec: number): Promise<boolean | 'ended'>
  /**
   * Takes a lease unless `max` other streams were seen since `sinceSec`; 0 is any number. Returns whether it did. Until the
   * stream is extended it counts as seen at `seenSec`, which may be later than now.
   */
  take(lease: Place & { device: string; seenSec: number }, limit: Limit, nowSec: number): Promise<boolean>
  /** Ends the streams of a key in all sessions. */
  end(place: Omit<Place, 'sessionId'>): Promise<void>
  /** Gives a lease back. One that was ended stays, so that its player is told so. */
  release(place: Place): Promise<void>
  /** Streams that were seen since `sinceSec`, the newest first. */
  list(userId: number, sinceSec: number): Promise<Lease[]>
  removeBefore(sec: number): Promise<void>
}

const storedKey = ({ sessionId, stream }: Place): string => `${sessionId} ${stream}`
const keyOf = (stored: string): string => stored.slice(stored.indexOf(' ') + 1)

export function createLeaseStore(db: Kysely<MediaTables>): LeaseStore {
  return {
    async extend(place, { max, sinceSec }, nowSec) {
      const { rows } = await sql<{ ended: boolean }>`
        update play_lease as own set seen_at = case when ended then seen_at else ${nowSec}::int end
        where user_id = ${place.userId}::int and stream = ${storedKey(place)} and seen_at > ${sinceSec}::int
          and (ended or ${max}::int = 0 or ${max}::int > (
            select count(*) from play_lease as other
            where other.user_id = own.user_id and not other.ended and other.seen_at > ${sinceSec}::int
              and (other.began_at, other.stream) < (own.began_at, own.stream)))
        returning ended`.execute(db)
      return rows[0]?.ended === true ? 'ended' : rows.length > 0
    },

    take: ({ device, seenSec, ...place }, { max, sinceSec }, nowSec) =>
      db.transaction().execute(async (tx) => {
        const [userId, stream] = [place.userId, storedKey(place)]
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
        await writeLease(tx, { user_id: userId, stream, device, began_at: nowSec, seen_at: seenSec }, sinceSec)
        return true
      }),

    async end({ userId, stream }) {
      await db
        .updateTable('play_lease')
        .set({ ended: true })
        .where('user_id', '=', userId)
        .where(sql<string>`split_part(stream, ' ', 2)`, '=', stream)
        .execute()
    },

    async release(place) {
      await db
        .deleteFrom('play_lease')
        .where('user_id', '=', place.userId)
        .where('stream', '=', storedKey(place))
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
      return rows.map(({ began_at, stream, device }) => ({ stream: keyOf(stream), device, beganAt: began_at }))
    },

    async removeBefore(sec) {
      await db.deleteFrom('play_lease').where('seen_at', '<', sec).execute()
    },
  }
}

/** A lease that is held already keeps when it began and, if it was extended, that it ends soon after its last extension. */
async function writeLease(
  db: Kysely<MediaTables>,
  lease: Insertable<MediaTables['play_lease']>,
  sinceSec: number,
): Promise<void> {
  const isHeld = sql<boolean>`not play_lease.ended and play_lease.seen_at > ${sinceSec}::int`
  await db
    .insertInto('play_lease')
    .values(lease)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'stream']).doUpdateSet({
        device: lease.device,
        began_at: sql`case when ${isHeld} then play_lease.began_at else excluded.began_at end`,
        seen_at: sql`case when ${isHeld} and play_lease.seen_at <= excluded.began_at
          then excluded.began_at else excluded.seen_at end`,
        ended: false,
      }),
    )
    .execute()
}
