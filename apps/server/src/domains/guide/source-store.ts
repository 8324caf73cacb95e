import { sql, type Kysely, type Selectable, type Updateable } from 'kysely'
import type { GuideTables } from './guide-tables.ts'

export type SourceRow = Selectable<GuideTables['guide_source']>

/** The operator's settings for one channel of a source: its id there, and a correction of its times. */
export interface ChannelSetting {
  channelId: number
  shiftMinutes: number
  sourceChannelId: string
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
  /** Adds a source after the others, or changes the given settings of an existing one. */
  save(address: string, settings: SourceSettings, nowSec: number): Promise<SourceRow>
  /** Deletes a source; its programmes are kept. Returns whether it existed. */
  remove(address: string): Promise<boolean>
  update(id: number, values: Updateable<GuideTables['guide_source']>): Promise<void>
  /** Lets the next imports read also unchanged files, because they are to fill time that has become free. */
  forgetFiles(): Promise<void>
  /** Sources that are due, by position. */
  due(nowSec: number): Promise<SourceRow[]>
  /** The operator's settings for channels of a source. */
  channels(sourceId: number): Promise<ChannelSetting[]>
  setChannel(sourceId: number, channel: ChannelSetting): Promise<void>
  /** Channels for which a source of higher priority provides programmes after `nowSec`. */
  servedByEarlierSources(source: Pick<SourceRow, 'id' | 'position'>, nowSec: number): Promise<Set<number>>
  /** Stores until when a source provides programmes, by channel. */
  saveCoverage(sourceId: number, coverage: readonly { channelId: number; untilSec: number }[]): Promise<void>
  /**
   * Runs `work` under an advisory lock, because concurrent imports would overwrite each other. Returns `busy` if another
   * process holds the lock. The lock ends with its connection.
   */
  withImportLock<Result>(work: () => Promise<Result>): Promise<Result | 'busy'>
}

/** Key of the advisory lock: "ymgu" in ASCII. */
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

    async update(id, values) {
      await db.updateTable('guide_source').set(values).where('id', '=', id).execute()
    },

    async forgetFiles() {
      await db.updateTable('guide_source').set({ matched_with: '' }).execute()
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
        sourceChannelId: row.outside_id,
      }))
    },

    async setChannel(sourceId, { channelId, shiftMinutes, sourceChannelId }) {
      const set = { shift_minutes: shiftMinutes, outside_id: sourceChannelId }
      await db
        .insertInto('guide_channel')
        .values({ source_id: sourceId, channel_id: channelId, ...set })
        .onConflict((conflict) => conflict.columns(['source_id', 'channel_id']).doUpdateSet(set))
        .execute()
    },

    async servedByEarlierSources({ id, position }, nowSec) {
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

    async saveCoverage(sourceId, coverage) {
      await sql`
        insert into guide_channel (source_id, channel_id, until_sec)
        select ${sourceId}::int, * from unnest(${coverage.map(({ channelId }) => channelId)}::int[],
          ${coverage.map(({ untilSec }) => untilSec)}::bigint[])
        on conflict (source_id, channel_id) do update set until_sec = excluded.until_sec
      `.execute(db)
    },

    withImportLock: (work) =>
      db.connection().execute(async (connection) => {
        const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${guideLock}) as got`.execute(
          connection,
        )
        if (rows[0]?.got !== true) return 'busy'
        try {
          return await work()
        } finally {
          await sql`select pg_advisory_unlock(${guideLock})`.execute(connection)
        }
      }),
  }
}

/** Default import interval. */
const defaultEveryMinutes = 12 * 60
