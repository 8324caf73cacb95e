import { sql, type Kysely, type Selectable, type Updateable } from 'kysely'
import type { GuideTables } from './guide-tables.ts'

export type SourceRow = Selectable<GuideTables['guide_source']>

/** What a source says of one channel: where it is in it, by how much its times are off. */
export interface SourceChannel {
  channelId: number
  shiftMinutes: number
  outsideId: string
}

export interface SourceSettings {
  everyMinutes?: number
  shiftMinutes?: number
  zoneMinutes?: number
  position?: number
}

export interface SourceStore {
  list(): Promise<SourceRow[]>
  find(address: string): Promise<SourceRow | null>
  /** Adds a source behind the others, or changes what is given of one that is there. */
  save(address: string, settings: SourceSettings, nowSec: number): Promise<SourceRow>
  /** Whether it was there. What it brought stays. */
  remove(address: string): Promise<boolean>
  note(id: number, noted: Updateable<GuideTables['guide_source']>): Promise<void>
  /** The sources whose time has come, the first of them first. */
  due(nowSec: number): Promise<SourceRow[]>
  /** What the operator said of channels in a source. */
  channels(sourceId: number): Promise<SourceChannel[]>
  setChannel(sourceId: number, channel: SourceChannel): Promise<void>
  /** Channels of which a source that is believed more knows what is on after a moment. */
  servedBefore(source: Pick<SourceRow, 'id' | 'position'>, nowSec: number): Promise<Set<number>>
  /** Notes up to which moment a source knows programmes of channels. */
  noteReach(sourceId: number, reach: readonly { channelId: number; untilSec: number }[]): Promise<void>
  /**
   * Does the work while no other process imports a guide into this station: two would undo each other. The lock ends with
   * its connection.
   */
  alone<Result>(work: () => Promise<Result>): Promise<Result | 'busy'>
}

/** "yunmu guide", as a number. */
const guideLock = 0x796d6775

export function createSourceStore(db: Kysely<GuideTables>): SourceStore {
  const sources = () => db.selectFrom('guide_source').selectAll().orderBy('position').orderBy('id')
  return {
    list: () => sources().execute(),

    find: async (address) => (await sources().where('address', '=', address).executeTakeFirst()) ?? null,

    async save(address, { everyMinutes, shiftMinutes, zoneMinutes, position }, nowSec) {
      const given = {
        ...(everyMinutes === undefined ? {} : { every_minutes: everyMinutes }),
        ...(shiftMinutes === undefined ? {} : { shift_minutes: shiftMinutes }),
        ...(zoneMinutes === undefined ? {} : { zone_minutes: zoneMinutes }),
        ...(position === undefined ? {} : { position }),
      }
      return db
        .insertInto('guide_source')
        .values({
          address,
          position: sql<number>`(select coalesce(max(position), 0) + 1 from guide_source)`,
          every_minutes: defaultEveryMinutes,
          next_sec: nowSec,
          ...given,
        })
        .onConflict((conflict) => conflict.column('address').doUpdateSet({ address, ...given }))
        .returningAll()
        .executeTakeFirstOrThrow()
    },

    async remove(address) {
      const { numDeletedRows } = await db.deleteFrom('guide_source').where('address', '=', address).executeTakeFirst()
      return numDeletedRows > 0n
    },

    async note(id, noted) {
      await db.updateTable('guide_source').set(noted).where('id', '=', id).execute()
    },

    due: (nowSec) => sources().where('every_minutes', '>', 0).where('next_sec', '<=', nowSec).execute(),

    async channels(sourceId) {
      const rows = await db
        .selectFrom('guide_channel')
        .select(['channel_id', 'shift_minutes', 'outside_id'])
        .where('source_id', '=', sourceId)
        .where((where) => where.or([where('shift_minutes', '<>', 0), where('outside_id', '<>', '')]))
        .execute()
      return rows.map((row) => ({
        channelId: row.channel_id,
        shiftMinutes: row.shift_minutes,
        outsideId: row.outside_id,
      }))
    },

    async setChannel(sourceId, { channelId, shiftMinutes, outsideId }) {
      const set = { shift_minutes: shiftMinutes, outside_id: outsideId }
      await db
        .insertInto('guide_channel')
        .values({ source_id: sourceId, channel_id: channelId, ...set })
        .onConflict((conflict) => conflict.columns(['source_id', 'channel_id']).doUpdateSet(set))
        .execute()
    },

    async servedBefore({ id, position }, nowSec) {
      const rows = await db
        .selectFrom('guide_channel')
        .innerJoin('guide_source', 'guide_source.id', 'guide_channel.source_id')
        .select('channel_id')
        .where('until_sec', '>', nowSec)
        .where((where) =>
          where.or([
            where('guide_source.position', '<', position),
            where.and([where('guide_source.position', '=', position), where('guide_source.id', '<', id)]),
          ]),
        )
        .execute()
      return new Set(rows.map((row) => row.channel_id))
    },

    async noteReach(sourceId, reach) {
      await sql`
        insert into guide_channel (source_id, channel_id, until_sec)
        select ${sourceId}::int, * from unnest(${reach.map(({ channelId }) => channelId)}::int[],
          ${reach.map(({ untilSec }) => untilSec)}::bigint[])
        on conflict (source_id, channel_id) do update set until_sec = excluded.until_sec
      `.execute(db)
    },

    alone: (work) =>
      db.connection().execute(async (held) => {
        const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${guideLock}) as got`.execute(held)
        if (rows[0]?.got !== true) return 'busy'
        try {
          return await work()
        } finally {
          await sql`select pg_advisory_unlock(${guideLock})`.execute(held)
        }
      }),
  }
}

/** How often an address is asked, where the operator does not say. */
const defaultEveryMinutes = 12 * 60
