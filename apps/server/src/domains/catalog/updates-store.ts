import { sql, type Kysely } from 'kysely'
import { isForMinors } from '../../platform/audience.ts'
import type { CatalogTables } from './catalog-tables.ts'

/** The episodes of one title that are released on one day. */
export interface Update {
  titleId: number
  /** Unix seconds. */
  at: number
  from: number
  to: number
  name: string
  whole: boolean
}

export interface UpdatesStore {
  /**
   * Releases of each day of a span that begins at midnight, in order of time: one page per day, and the day's number of
   * titles. Days without releases, or with an empty page, have no entry.
   */
  daily(query: {
    fromSec: number
    toSec: number
    /** A top category, or null for all. */
    pidId: number | null
    /** A child of it, or null for all. */
    typeId: number | null
    offset: number
    limit: number
  }): Promise<{ midnightSec: number; total: number; list: Update[] }[]>
  /** Moves titles to the front of lists whose episodes aired since the last change. Returns them. */
  promoteAired(nowSec: number): Promise<number[]>
}

const daySec = 24 * 3600
/** Episodes that aired longer ago, while no job ran, promote nothing. */
const promoteWithinSec = 3 * daySec

/** Reads releases: an episode is released when it airs, or when it was added if that was later. */
export function createUpdatesStore(db: Kysely<CatalogTables>): UpdatesStore {
  return {
    async daily({ fromSec, toSec, pidId, typeId, offset, limit }) {
      const { rows } = await sql<{
        title_id: number
        day: number
        at: number
        from: number
        to: number
        name: string
        whole: boolean
        total: number
      }>`
        with released as (
          select source.title_id, greatest(episode.air_at, episode.created_at) as at, episode.level, episode.name
          from episode join source on source.id = episode.source_id and source.kind = 'main'
          where greatest(episode.air_at, episode.created_at) >= ${fromSec}
            and greatest(episode.air_at, episode.created_at) < ${toSec} and episode.state <> 'broken'
        ), daily as (
          select title_id, ((released.at - ${fromSec}) / ${daySec})::int as day, max(released.at) as at,
            min(level) as "from", max(level) as "to", count(distinct level) as levels,
            (array_agg(released.name order by level desc))[1] as name
          from released join title_listing using (title_id) join title on title.id = title_id
          where (${pidId}::int is null or title_listing.pid_id = ${pidId})
            and (${typeId}::int is null or title.type_id = ${typeId}) and (not title.adult or ${!isForMinors()})
          group by title_id, day
        ), placed as (
          select *, count(*) over (partition by day)::int as total,
            row_number() over (partition by day order by at, title_id) as place
          from daily
        )
        select title_id, day, at, "from", "to", name, total, levels = (
            select count(distinct level) from episode join source on source.id = source_id and source.kind = 'main'
            where source.title_id = placed.title_id
          ) as whole
        from placed where place > ${offset} and place <= ${offset + limit}
        order by day, place
      `.execute(db)
      return [...Map.groupBy(rows, ({ day }) => day)].map(([day, ofDay]) => ({
        midnightSec: fromSec + day * daySec,
        total: ofDay[0]?.total ?? 0,
        list: ofDay.map(({ title_id, at, from, to, name, whole }) => ({
          titleId: title_id,
          at,
          from,
          to,
          name,
          whole,
        })),
      }))
    },

    async promoteAired(nowSec) {
      const { rows } = await sql<{ title_id: number }>`
        with aired as (
          select source.title_id, max(episode.air_at) as at
          from episode join source on source.id = episode.source_id and source.kind = 'main'
          where episode.air_at > ${nowSec - promoteWithinSec} and episode.air_at <= ${nowSec}
          group by source.title_id
        ), locked as (
          select title.id, aired.at from title join aired on aired.title_id = title.id where title.updated_at < aired.at
          order by title.id for no key update of title
        ), moved as (
          update title set updated_at = locked.at from locked where title.id = locked.id
          returning title.id, title.updated_at
        ), listed as (
          update title_listing set updated_at = moved.updated_at from moved where title_listing.title_id = moved.id
        )
        select id as title_id from moved order by id
      `.execute(db)
      return rows.map(({ title_id }) => title_id)
    },
  }
}
