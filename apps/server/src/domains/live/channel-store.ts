import type { Catchup } from '@yunmu/formats'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { LiveTables, StreamKind } from './live-tables.ts'

/** A line as stored. */
export interface StoredStream {
  id: number
  channelId: number
  /** Its number within the channel, from 1. */
  line: number
  name: string
  kind: StreamKind
  onDemand: boolean
  quality: string
  saving: boolean
  targetSec: number
  /** Days of catch-up that its sources offer; 0 for none. */
  catchupDays: number
  /** An operator disabled it: it is neither shown nor recorded. */
  disabled: boolean
}

export interface StoredChannel {
  id: number
  origin: string
  number: number
  name: string
  aliases: string[]
  guideId: string
  /** Null for a channel that only one match shows. */
  groupId: number | null
  /** The match that alone shows it; null for a channel of the station. */
  matchId: number | null
  tagId: number | null
  logo: string
  replayDays: number
  dvrSec: number
  demo: boolean
  /** What lists do not overwrite: columns, and `lines`. */
  lockedFields: string[]
  /** Not shown to visitors. */
  hidden: boolean
  /** Plays for VIPs only. */
  vip: boolean
  createdAt: number
}

/** A source that a line is recorded from. */
export interface StreamSource {
  address: string
  /** User agent for requests; empty for the default. */
  userAgent: string
  /** How past programmes can be requested from it. */
  catchup?: Catchup
}

export interface LineToSave {
  name: string
  kind: StreamKind
  /** Recorded only while somebody watches. */
  onDemand: boolean
  quality: string
  saving: boolean
  /** In the order of failover; empty for a schedule. */
  sources: readonly StreamSource[]
}

export interface ChannelToSave {
  /** Permanent id: the same origin is the same channel. */
  origin: string
  number: number
  name: string
  aliases: readonly string[]
  guideId: string
  group: { name: string; overseas: boolean }
  /** Only for overseas channels. */
  tag: { type: string; name: string } | null
  logo: string
  replayDays: number
  dvrSec: number
  demo: boolean
  /** Whether visitors do not see it; absent leaves it as it is. */
  hidden?: boolean
  lines: readonly LineToSave[]
}

export interface ChannelStore {
  groups(): Promise<{ id: number; name: string; overseas: boolean }[]>
  tags(): Promise<{ id: number; type: string; name: string }[]>
  /** Sorted by number. */
  channels(): Promise<StoredChannel[]>
  streams(): Promise<StoredStream[]>
  /** Sources by stream id. */
  sources(streamIds: readonly number[]): Promise<Map<number, StreamSource[]>>
  /**
   * Saves a channel with its lines, group and tag; lines that are not listed are deleted. Locked fields of an existing channel
   * stay as they are. Returns its id.
   */
  save(channel: ChannelToSave, nowSec: number): Promise<number>
  /** Sets logos, by channel id, where a channel has none. Returns the number of changed channels. */
  addLogos(logos: ReadonlyMap<number, string>): Promise<number>
  /**
   * Runs `work` under an advisory lock. Needed for work that reads the channels and then changes them. The lock ends with
   * its connection.
   */
  withLock<Result>(work: () => Promise<Result>): Promise<Result>
  /** Deletes channels, and groups and tags that become empty. Returns the number of deleted channels. */
  remove(ids: readonly number[]): Promise<number>
  /** URLs of the logos of all channels. */
  logos(): Promise<string[]>
  /** Ids of the demonstration programme's channels, by origin. */
  demoIds(): Promise<Map<string, number>>
}

type Tx = Transaction<LiveTables>

/** Serialises changes of channels, because new groups, tags and numbers depend on the others. Until the transaction ends. */
export const lockChannels = async (tx: Kysely<LiveTables>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('live.channels'))`.execute(tx)
}

/** The id of a group, which is created if it does not exist. */
export async function groupId(tx: Kysely<LiveTables>, { name, overseas }: ChannelToSave['group']): Promise<number> {
  const { id } = await tx
    .insertInto('channel_group')
    .values({ name, overseas, position: sql<number>`(select coalesce(max(position), 0) + 1 from channel_group)` })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ overseas }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function tagId(tx: Tx, tag: ChannelToSave['tag']): Promise<number | null> {
  if (tag === null) return null
  const { id } = await tx
    .insertInto('channel_tag')
    .values({ ...tag, position: sql<number>`(select coalesce(max(position), 0) + 1 from channel_tag)` })
    .onConflict((conflict) => conflict.column('type').doUpdateSet({ name: tag.name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function saveLines(tx: Tx, channelId: number, lines: readonly LineToSave[]): Promise<void> {
  for (const [at, { name, kind, onDemand, quality, saving, sources }] of lines.entries()) {
    const row = { name, kind, on_demand: onDemand, quality, saving }
    const { id } = await tx
      .insertInto('stream')
      .values({ channel_id: channelId, position: at + 1, ...row })
      .onConflict((conflict) => conflict.columns(['channel_id', 'position']).doUpdateSet(row))
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.deleteFrom('stream_source').where('stream_id', '=', id).execute()
    if (sources.length === 0) continue
    const rows = sources.map(({ address, userAgent, catchup }, position) => ({
      stream_id: id,
      position,
      address,
      user_agent: userAgent,
      ...(catchup && {
        catchup_type: catchup.type,
        catchup_days: catchup.days,
        catchup_source: catchup.source,
      }),
    }))
    await tx.insertInto('stream_source').values(rows).execute()
  }
  await tx.deleteFrom('stream').where('channel_id', '=', channelId).where('position', '>', lines.length).execute()
}

/** Stores channels with their groups, tags and lines. */
export function createChannelStore(db: Kysely<LiveTables>): ChannelStore {
  return {
    groups: () =>
      db.selectFrom('channel_group').select(['id', 'name', 'overseas']).orderBy('position').orderBy('id').execute(),

    tags: () => db.selectFrom('channel_tag').select(['id', 'type', 'name']).orderBy('position').orderBy('id').execute(),

    channels: () =>
      db
        .selectFrom('channel')
        .select(['id', 'origin', 'number', 'name', 'aliases', 'logo', 'demo'])
        .select(['guide_id as guideId', 'group_id as groupId', 'match_id as matchId', 'tag_id as tagId'])
        .select(['replay_days as replayDays', 'dvr_sec as dvrSec', 'created_at as createdAt'])
        .select(['locked_fields as lockedFields', 'hidden', 'vip'])
        .orderBy('number')
        .orderBy('id')
        .execute(),

    streams: () =>
      db
        .selectFrom('stream')
        .select(['id', 'channel_id as channelId', 'position as line', 'name', 'kind'])
        .select(['on_demand as onDemand', 'quality', 'saving', 'target_sec as targetSec', 'disabled'])
        .select(
          sql<number>`(
            select coalesce(max(catchup_days), 0) from stream_source where stream_source.stream_id = stream.id
          )`.as('catchupDays'),
        )
        .orderBy('channel_id')
        .orderBy('position')
        .execute(),

    async sources(streamIds) {
      const rows = await db
        .selectFrom('stream_source')
        .select(['stream_id', 'address', 'user_agent as userAgent'])
        .select(['catchup_type as type', 'catchup_days as days', 'catchup_source as source'])
        .where('stream_id', '=', sql<number>`any(${[...streamIds]}::int[])`)
        .orderBy('stream_id')
        .orderBy('position')
        .execute()
      const byStream = new Map<number, StreamSource[]>()
      for (const { stream_id, address, userAgent, ...catchup } of rows) {
        const source = { address, userAgent, ...(catchup.days > 0 && { catchup }) }
        byStream.set(stream_id, [...(byStream.get(stream_id) ?? []), source])
      }
      return byStream
    },

    save: (channel, nowSec) =>
      db.transaction().execute(async (tx) => {
        await lockChannels(tx)
        const { origin, number, name, guideId, logo, replayDays, dvrSec, demo, hidden } = channel
        const existing = await tx
          .selectFrom('channel')
          .select('locked_fields')
          .where('origin', '=', origin)
          .executeTakeFirst()
        const locked = new Set(existing?.locked_fields)
        const row = {
          number,
          name,
          aliases: [...channel.aliases],
          guide_id: guideId,
          logo,
          demo,
          group_id: await groupId(tx, channel.group),
          tag_id: await tagId(tx, channel.tag),
          replay_days: replayDays,
          dvr_sec: dvrSec,
          ...(hidden === undefined ? {} : { hidden }),
        }
        const unlocked = Object.fromEntries(Object.entries(row).filter(([column]) => !locked.has(column)))
        const { id } = await tx
          .insertInto('channel')
          .values({ origin, created_at: nowSec, ...row })
          .onConflict((conflict) => conflict.column('origin').doUpdateSet(unlocked))
          .returning('id')
          .executeTakeFirstOrThrow()
        if (!locked.has('lines')) await saveLines(tx, id, channel.lines)
        return id
      }),

    async addLogos(logos) {
      const { numAffectedRows = 0n } = await sql`
        update channel set logo = found.logo
        from unnest(${[...logos.keys()]}::int[], ${[...logos.values()]}::text[]) as found (id, logo)
        where channel.id = found.id and channel.logo = '' and not 'logo' = any(channel.locked_fields)
      `.execute(db)
      return Number(numAffectedRows)
    },

    withLock: (work) =>
      db.connection().execute(async (connection) => {
        await sql`select pg_advisory_lock(hashtext('live.lists'))`.execute(connection)
        try {
          return await work()
        } finally {
          await sql`select pg_advisory_unlock(hashtext('live.lists'))`.execute(connection)
        }
      }),

    remove: (ids) =>
      db.transaction().execute(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('channel')
          .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
          .executeTakeFirstOrThrow()
        await sql`delete from channel_group where not exists (select from channel where group_id = channel_group.id)`.execute(
          tx,
        )
        await sql`delete from channel_tag where not exists (select from channel where tag_id = channel_tag.id)`.execute(
          tx,
        )
        return Number(numDeletedRows)
      }),

    async logos() {
      const rows = await db.selectFrom('channel').select('logo').distinct().where('logo', '<>', '').execute()
      return rows.map(({ logo }) => logo)
    },

    async demoIds() {
      const rows = await db.selectFrom('channel').select(['id', 'origin']).where('demo', '=', true).execute()
      return new Map(rows.map(({ id, origin }) => [origin, id]))
    },
  }
}
