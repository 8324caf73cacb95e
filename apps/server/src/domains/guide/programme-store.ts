import { sql, type Kysely } from 'kysely'
import type { GuideTables } from './guide-tables.ts'
import type { StoredDetail, StoredProgramme } from './programme-rules.ts'
import { longestSec } from './timetable-rules.ts'

/** From when on each channel can be watched again, Unix seconds. */
export interface ReplaySince {
  channelId: number
  sinceSec: number
}

export interface ProgrammeStore {
  /** What is on and what comes, of each channel that has either: a look at two rows by the key for each. */
  onAir(channelIds: readonly number[], nowSec: number): Promise<StoredProgramme[]>
  /** What runs at any time between two moments, by channel and start. */
  between(channelIds: readonly number[], fromSec: number, toSec: number): Promise<StoredProgramme[]>
  find(id: number): Promise<StoredDetail | null>
  /** The first start and the last end of what begins on these channels within a span, or null. */
  known(
    channelIds: readonly number[],
    fromSec: number,
    toSec: number,
  ): Promise<{ firstSec: number; lastSec: number } | null>
  /** Programmes that are over, the last first. */
  past(
    since: readonly ReplaySince[],
    page: { nowSec: number; offset: number; limit: number },
  ): Promise<StoredProgramme[]>
  /** How many there are, counted up to `most`. */
  countPast(since: readonly ReplaySince[], nowSec: number, most: number): Promise<number>
  /** Of each of these channels the last programme that was over by a moment. */
  lastBefore(moments: readonly (ReplaySince & { beforeSec: number })[]): Promise<StoredProgramme[]>
  /** Programmes that end after a moment, in the order of channels and starts, after a place in that order. */
  after(
    channelIds: readonly number[],
    fromSec: number,
    place: { channelId: number; startSec: number },
    limit: number,
  ): Promise<StoredDetail[]>
  /** Removes what ended before a moment, and what belongs to none of these channels. */
  removeOld(beforeSec: number, channelIds: readonly number[]): Promise<number>
}

const brief = sql`p.id, p.channel_id as "channelId", p.start_sec as "startSec", p.end_sec as "endSec", p.name, p.sub, p.img`
const whole = sql`${brief}, p.intro, p.category`
/** Of a programme. */
const usualSec = 3600
/** Rows that one statement removes: locks and journal stay small. */
const removedAtOnce = 20_000

export function createProgrammeStore(db: Kysely<GuideTables>): ProgrammeStore {
  const briefs = async (query: ReturnType<typeof sql<StoredProgramme>>): Promise<StoredProgramme[]> =>
    (await query.execute(db)).rows
  return {
    onAir: (channelIds, nowSec) =>
      briefs(sql<StoredProgramme>`
        select found.* from unnest(${[...channelIds]}::int[]) as asked (id), lateral (
          (select ${brief} from programme p where p.channel_id = asked.id and p.start_sec <= ${nowSec}
            order by p.start_sec desc limit 1)
          union all
          (select ${brief} from programme p where p.channel_id = asked.id and p.start_sec > ${nowSec}
            order by p.start_sec limit 1)
        ) as found
        where found."endSec" > ${nowSec}`),

    between: (channelIds, fromSec, toSec) =>
      briefs(sql<StoredProgramme>`
        select ${brief} from programme p
        where p.channel_id = any(${[...channelIds]}::int[])
          and p.start_sec > ${fromSec - longestSec} and p.start_sec < ${toSec} and p.end_sec > ${fromSec}
        order by p.channel_id, p.start_sec`),

    async find(id) {
      const { rows } = await sql<StoredDetail>`select ${whole} from programme p where p.id = ${id}`.execute(db)
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
      // What is read grows with the leaf and not with the channels: most of their past is never looked at.
      let spanSec = Math.max(usualSec, ((offset + limit) / since.length) * usualSec)
      for (;;) {
        const fromSec = Math.floor(nowSec - spanSec)
        const found = await briefs(sql<StoredProgramme>`
          select ${brief} from ${asked(since)} join programme p on p.channel_id = asked.id
            and p.start_sec >= greatest(asked.since_sec, ${fromSec}) and p.start_sec < ${nowSec} and p.end_sec <= ${nowSec}
          order by p.start_sec desc, p.id desc offset ${offset} limit ${limit}`)
        if (found.length === limit || fromSec <= earliestSec) return found
        spanSec *= 4
      }
    },

    async countPast(since, nowSec, most) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from (
          select from ${asked(since)} join programme p on p.channel_id = asked.id and p.start_sec >= asked.since_sec
            and p.start_sec < ${nowSec} and p.end_sec <= ${nowSec}
          limit ${most}
        ) as counted`.execute(db)
      return rows[0]?.count ?? 0
    },

    lastBefore: (moments) =>
      briefs(sql<StoredProgramme>`
        select found.* from unnest(${moments.map(({ channelId }) => channelId)}::int[],
          ${moments.map(({ sinceSec }) => sinceSec)}::bigint[], ${moments.map(({ beforeSec }) => beforeSec)}::bigint[])
          as asked (id, since_sec, before_sec), lateral (
          select ${brief} from programme p
          where p.channel_id = asked.id and p.start_sec >= asked.since_sec and p.start_sec < asked.before_sec
            and p.end_sec <= asked.before_sec
          order by p.start_sec desc limit 1
        ) as found`),

    async after(channelIds, fromSec, place, limit) {
      const { rows } = await sql<StoredDetail>`
        select ${whole} from programme p
        where p.channel_id = any(${[...channelIds]}::int[])
          and (p.channel_id, p.start_sec) > (${place.channelId}, ${place.startSec}) and p.end_sec > ${fromSec}
        order by p.channel_id, p.start_sec limit ${limit}`.execute(db)
      return rows
    },

    async removeOld(beforeSec, channelIds) {
      let removed = 0
      for (;;) {
        const { numAffectedRows = 0n } = await sql`
          delete from programme where ctid = any(array(select ctid from programme
            where end_sec < ${beforeSec} or channel_id <> all(${[...channelIds]}::int[]) limit ${removedAtOnce}))
        `.execute(db)
        removed += Number(numAffectedRows)
        if (numAffectedRows < removedAtOnce) return removed
      }
    },
  }
}

const asked = (since: readonly ReplaySince[]) => sql`
  unnest(${since.map(({ channelId }) => channelId)}::int[], ${since.map(({ sinceSec }) => sinceSec)}::bigint[])
    as asked (id, since_sec)`
