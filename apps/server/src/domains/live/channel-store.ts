import type { Catchup } from '@yunmu/formats'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { LiveTables, StreamKind } from './live-tables.ts'

/** A line as it is kept. */
export interface StoredStream {
  id: number
  channelId: number
  /** Its number inside the channel, from 1. */
  line: number
  name: string
  kind: StreamKind
  onDemand: boolean
  quality: string
  saving: boolean
  targetSec: number
  /** How far back its sources have programmes themselves; 0 where none does. */
  catchupDays: number
}

export interface StoredChannel {
  id: number
  origin: string
  number: number
  name: string
  aliases: string[]
  guideId: string
  groupId: number
  tagId: number | null
  logo: string
  replayDays: number
  dvrSec: number
  demo: boolean
  createdAt: number
}

/** An address that a line is recorded from. */
export interface StreamSource {
  address: string
  /** What to call ourselves there; empty is our own name. */
  userAgent: string
  /** How far back, and how, it can be asked for what it showed. */
  catchup?: Catchup
}

export interface LineToSave {
  name: string
  kind: StreamKind
  /** Runs only while somebody watches. */
  onDemand: boolean
  quality: string
  saving: boolean
  /** In the order in which they are tried; none for a schedule. */
  sources: readonly StreamSource[]
}

export interface ChannelToSave {
  /** The same origin is the same channel. */
  origin: string
  number: number
  name: string
  aliases: readonly string[]
  guideId: string
  group: { name: string; overseas: boolean }
  /** Of overseas channels alone. */
  tag: { type: string; name: string } | null
  logo: string
  replayDays: number
  dvrSec: number
  demo: boolean
  lines: readonly LineToSave[]
}

export interface ChannelStore {
  groups(): Promise<{ id: number; name: string; overseas: boolean }[]>
  tags(): Promise<{ id: number; type: string; name: string }[]>
  /** By number. */
  channels(): Promise<StoredChannel[]>
  streams(): Promise<StoredStream[]>
  /** The addresses of lines, by line. */
  sources(streamIds: readonly number[]): Promise<Map<number, StreamSource[]>>
  /** Keeps a channel with its lines, groups and tags; lines that are not named any more go. Returns its id. */
  save(channel: ChannelToSave, nowSec: number): Promise<number>
  /** Gives channels logos that have none yet, by their ids. Returns how many there were. */
  addLogos(logos: ReadonlyMap<number, string>): Promise<number>
  /**
   * Does what looks at the channels and then changes them while nobody else does: two would undo each other. The lock ends
   * with its connection.
   */
  withLock<Result>(work: () => Promise<Result>): Promise<Result>
  /** Returns how many were there. Groups and tags that are empty now go too. */
  remove(ids: readonly number[]): Promise<number>
  /** Addresses of the logos of all channels. */
  logos(): Promise<string[]>
  /** The ids of the demonstration's channels, by origin. */
  demoIds(): Promise<Map<string, number>>
}

type Tx = Transaction<LiveTables>

async function groupId(tx: Tx, { name, overseas }: ChannelToSave['group']): Promise<number> {
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

/** Keeps channels: their groups, tags and lines. */
export function createChannelStore(db: Kysely<LiveTables>): ChannelStore {
  return {
    groups: () =>
      db.selectFrom('channel_group').select(['id', 'name', 'overseas']).orderBy('position').orderBy('id').execute(),

    tags: () => db.selectFrom('channel_tag').select(['id', 'type', 'name']).orderBy('position').orderBy('id').execute(),

    channels: () =>
      db
        .selectFrom('channel')
        .select(['id', 'origin', 'number', 'name', 'aliases', 'logo', 'demo'])
        .select(['guide_id as guideId', 'group_id as groupId', 'tag_id as tagId'])
        .select(['replay_days as replayDays', 'dvr_sec as dvrSec', 'created_at as createdAt'])
        .orderBy('number')
        .orderBy('id')
        .execute(),

    streams: () =>
      db
        .selectFrom('stream')
        .select(['id', 'channel_id as channelId', 'position as line', 'name', 'kind'])
        .select(['on_demand as onDemand', 'quality', 'saving', 'target_sec as targetSec'])
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
        // Positions of groups and tags are counted on: one after the other.
        await sql`select pg_advisory_xact_lock(hashtext('live.channels'))`.execute(tx)
        const { origin, number, name, guideId, logo, replayDays, dvrSec, demo } = channel
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
        }
        const { id } = await tx
          .insertInto('channel')
          .values({ origin, created_at: nowSec, ...row })
          .onConflict((conflict) => conflict.column('origin').doUpdateSet(row))
          .returning('id')
          .executeTakeFirstOrThrow()
        await saveLines(tx, id, channel.lines)
        return id
      }),

    async addLogos(logos) {
      const { numAffectedRows = 0n } = await sql`
        update channel set logo = found.logo
        from unnest(${[...logos.keys()]}::int[], ${[...logos.values()]}::text[]) as found (id, logo)
        where channel.id = found.id and channel.logo = ''
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
