import { sql, type Kysely } from 'kysely'
import type { GuideTables } from './guide-tables.ts'
import type { StoredProgrammeDetail, StoredProgramme } from './programme-rules.ts'
import { maxProgrammeSec } from './timetable-rules.ts'

/** Start of a channel's replay span, Unix seconds. */
export interface ReplaySince {
  channelId: number
  sinceSec: number
}

export interface ProgrammeStore {
  /** The current and the next programme of each channel: two index lookups per channel. */
  onAir(channelIds: readonly number[], nowSec: number): Promise<StoredProgramme[]>
  /** Programmes that overlap a span, ordered by channel and start. */
  between(channelIds: readonly number[], fromSec: number, toSec: number): Promise<StoredProgramme[]>
  find(id: number): Promise<StoredProgrammeDetail | null>
  /** The first start and the last end of programmes that begin within a span on these channels, or null. */
  known(
    channelIds: readonly number[],
    fromSec: number,
    toSec: number,
  ): Promise<{ firstSec: number; lastSec: number } | null>
  /** Past programmes, newest first. */
  past(
    since: readonly ReplaySince[],
    page: { nowSec: number; offset: number; limit: number },
  ): Promise<StoredProgramme[]>
  /** Number of past programmes, counted up to `limit`. */
  countPast(since: readonly ReplaySince[], nowSec: number, limit: number): Promise<number>
  /** For each channel and moment the last programme that had ended by then. */
  lastBefore(moments: readonly (ReplaySince & { beforeSec: number })[]): Promise<StoredProgramme[]>
  /** Programmes that end after `fromSec`, ordered by channel and start, behind a cursor. */
  after(
    channelIds: readonly number[],
    fromSec: number,
    cursor: { channelId: number; startSec: number },
    limit: number,
  ): Promise<StoredProgrammeDetail[]>
  /** Deletes programmes that ended before `beforeSec`, and those of other channels. Returns their number. */
  deleteOld(beforeSec: number, channelIds: readonly number[]): Promise<number>
}

const briefColumns = sql`p.id, p.channel_id as "channelId", p.start_sec as "startSec", p.end_sec as "endSec", p.name, p.sub, p.img`
const detailColumns = sql`${briefColumns}, p.intro, p.category`
/** Typical duration of a programme. */
const typicalSec = 3600
/** Rows deleted per statement, which bounds locks and WAL. */
const deleteBatchRows = 20_000

export function createProgrammeStore(db: Kysely<GuideTables>): ProgrammeStore {
  const queryProgrammes = async (query: ReturnType<typeof sql<StoredProgramme>>): Promise<StoredProgramme[]> =>
    (await query.execute(db)).rows
  return {
    onAir: (channelIds, nowSec) =>
      queryProgrammes(sql<StoredProgramme>`
        select found.* from unnest(${[...channelIds]}::int[]) as asked (id), lateral (
          (select ${briefColumns} from programme p where p.channel_id = asked.id and p.start_sec <= ${nowSec}
            order by p.start_sec desc limit 1)
          union all
          (select ${briefColumns} from programme p where p.channel_id = asked.id and p.start_sec > ${nowSec}
            order by p.start_sec limit 1)
        ) as found
        where found."endSec" > ${nowSec}`),

    between: (channelIds, fromSec, toSec) =>
      queryProgrammes(sql<StoredProgramme>`
        select ${briefColumns} from programme p
        where p.channel_id = any(${[...channelIds]}::int[])
          and p.start_sec > ${fromSec - maxProgrammeSec} and p.start_sec < ${toSec} and p.end_sec > ${fromSec}
        order by p.channel_id, p.start_sec`),

    async find(id) {
      const { rows } =
        await sql<StoredProgrammeDetail>`select ${detailColumns} from programme p where p.id = ${id}`.execute(db)
      return rows[0] ?? null
    },

    async known(channelIds, fromSec, toSec) {
      const { rows } = await sql<{ firstSec: number | null; lastSec: number | null }>`
        select min(first.start_sec) as "firstSec", max(last.end_sec) as "lastSec"
        from unnest(${[...channelIds]}::int[]) as asked (id),
          lateral (select start_sec from programme p where p.channel_id = asked.id and p.start_sec >= ${fromSec}
            and p.start_sec < ${toSec} order by p.start_sec limit 1) as first,
          lateral (select end_sec from programme p where p.channel_id = asked.id and p.start_sec >= ${fromSec}
            and p.start_sec < ${toSec} order by p.start_sec desc limit 1) as last
      `.execute(db)
      const { firstSec = null, lastSec = null } = rows[0] ?? {}
      return firstSec === null || lastSec === null ? null : { firstSec, lastSec }
    },

    async past(since, { nowSec, offset, limit }) {
      const earliestSec = Math.min(...since.map(({ sinceSec }) => sinceSec))
      // Reads only a span that probably holds the page, and widens it if not: most of the archive is never read.
      let spanSec = Math.max(typicalSec, ((offset + limit) / since.length) * typicalSec)
      for (;;) {
        const fromSec = Math.floor(nowSec - spanSec)
        const found = await queryProgrammes(sql<StoredProgramme>`
          select ${briefColumns} from ${requestedChannels(since)} join programme p on p.channel_id = asked.id
            and p.start_sec >= greatest(asked.since_sec, ${fromSec}) and p.start_sec < ${nowSec} and p.end_sec <= ${nowSec}
          order by p.start_sec desc, p.id desc offset ${offset} limit ${limit}`)
        if (found.length === limit || fromSec <= earliestSec) return found
        spanSec *= 4
      }
    },

    async countPast(since, nowSec, limit) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from (
          select from ${requestedChannels(since)} join programme p on p.channel_id = asked.id and p.start_sec >= asked.since_sec
            and p.start_sec < ${nowSec} and p.end_sec <= ${nowSec}
          limit ${limit}
        ) as counted`.execute(db)
      return rows[0]?.count ?? 0
    },

    lastBefore: (moments) =>
      queryProgrammes(sql<StoredProgramme>`
        select found.* from unnest(${moments.map(({ channelId }) => channelId)}::int[],
          ${moments.map(({ sinceSec }) => sinceSec)}::bigint[], ${moments.map(({ beforeSec }) => beforeSec)}::bigint[])
          as asked (id, since_sec, before_sec), lateral (
          select ${briefColumns} from programme p
          where p.channel_id = asked.id and p.start_sec >= asked.since_sec and p.start_sec < asked.before_sec
            and p.end_sec <= asked.before_sec
          order by p.start_sec desc limit 1
        ) as found`),

    async after(channelIds, fromSec, cursor, limit) {
      const { rows } = await sql<StoredProgrammeDetail>`
        select ${detailColumns} from programme p
        where p.channel_id = any(${[...channelIds]}::int[])
          and (p.channel_id, p.start_sec) > (${cursor.channelId}, ${cursor.startSec}) and p.end_sec > ${fromSec}
        order by p.channel_id, p.start_sec limit ${limit}`.execute(db)
      return rows
    },

    async deleteOld(beforeSec, channelIds) {
      let deleted = 0
      for (;;) {
        const { numAffectedRows = 0n } = await sql`
          delete from programme where ctid = any(array(select ctid from programme
            where end_sec < ${beforeSec} or channel_id <> all(${[...channelIds]}::int[]) limit ${deleteBatchRows}))
        `.execute(db)
        deleted += Number(numAffectedRows)
        if (numAffectedRows < deleteBatchRows) return deleted
      }
    },
  }
}

const requestedChannels = (since: readonly ReplaySince[]) => sql`
  unnest(${since.map(({ channelId }) => channelId)}::int[], ${since.map(({ sinceSec }) => sinceSec)}::bigint[])
    as asked (id, since_sec)`
