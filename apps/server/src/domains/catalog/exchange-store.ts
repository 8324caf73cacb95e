import { sql, type Kysely, type Selectable } from 'kysely'
import type { CatalogTables } from './catalog-tables.ts'
import { pictureAddress } from './picture-rules.ts'
import { scoreOf } from './title-rules.ts'

/** A title as other programs read it: explicit columns, and the episodes that a visitor without an account may watch. */
export interface ExchangeTitle {
  id: number
  pidId: number
  typeId: number
  name: string
  latin: string
  letter: string
  alias: readonly string[]
  genres: readonly string[]
  directors: readonly string[]
  actors: readonly string[]
  intro: string
  remarks: string
  state: string
  premiere: string
  totalEpisodes: number
  area: string
  lang: string
  year: number
  score: number
  vip: boolean
  updatedSec: number
  /** Addresses relative to `image_base`. */
  poster: string
  backdrop: string
  /** The last episode that is out, whether it is for VIPs or not; 0 for none. */
  serial: number
  sources: readonly ExchangeSource[]
}

export interface ExchangeSource {
  id: number
  name: string
  /** Among all sources of the title, from 1. */
  position: number
  /** Empty if they were not asked for. */
  episodes: readonly { level: number; name: string }[]
}

/** How far a title is: what lists of ended or of certain sources are chosen by. */
export interface TitleProgress {
  id: number
  totalEpisodes: number
  state: string
  serial: number
  /** Positions of the sources with episodes that a visitor may watch. */
  sources: readonly number[]
}

export interface ExchangeStore {
  /** Titles in the order of the ids, by one statement. Does not ask whether they are visible. */
  titles(ids: readonly number[], options: { withEpisodes: boolean; nowSec: number }): Promise<ExchangeTitle[]>
  progress(ids: readonly number[], nowSec: number): Promise<TitleProgress[]>
}

const columns = [
  'id',
  'pid_id',
  'type_id',
  'name',
  'latin',
  'letter',
  'alias',
  'genres',
  'directors',
  'actors',
  'intro',
  'remarks',
  'state',
  'premiere',
  'total_episodes',
  'area',
  'lang',
  'year',
  'score_sum',
  'score_count',
  'vip',
  'updated_at',
  'poster',
  'backdrop',
  'art_kind',
  'art_wide_kind',
  'art_palette',
] as const

type Row = Pick<Selectable<CatalogTables['title']>, (typeof columns)[number]> & {
  serial: number
  sources: { id: number; name: string; position: number; episodes: [number, string][] }[]
}

const isOut = (nowSec: number) => sql`episode.state = 'ready' and coalesce(episode.air_at, 0) <= ${nowSec}`

/** The last episode of a title that is out. */
const serialOf = (nowSec: number) => sql<number>`(
  select coalesce(max(episode.level), 0) from source join episode on episode.source_id = source.id
  where source.title_id = title.id and ${isOut(nowSec)})`

/** The sources of a title with their positions. */
const numbered = sql`(select source.id, source.name, row_number() over (order by source.position, source.id)::int as place
  from source where source.title_id = title.id) as source`

const isOpen = (nowSec: number) => sql`${isOut(nowSec)} and not episode.vip and episode.asset_id is not null`

const sourcesOf = (nowSec: number, withEpisodes: boolean) => sql<Row['sources']>`(
  select coalesce(json_agg(json_build_object('id', source.id, 'name', source.name, 'position', source.place,
    'episodes', open.episodes) order by source.place), '[]')
  from ${numbered} cross join lateral (
    select ${withEpisodes ? sql`json_agg(json_build_array(episode.level, episode.name) order by episode.level)` : sql`'[]'::json`}
      as episodes, count(*) as count
    from (select * from episode where episode.source_id = source.id and ${isOpen(nowSec)}
      ${withEpisodes ? sql`` : sql`limit 1`}) as episode
  ) as open where open.count > 0)`

/** Reads titles for other programs. */
export function createExchangeStore(db: Kysely<CatalogTables>): ExchangeStore {
  return {
    async titles(ids, { withEpisodes, nowSec }) {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('title')
        .select(columns)
        .select([serialOf(nowSec).as('serial'), sourcesOf(nowSec, withEpisodes).as('sources')])
        .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
        .execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids
        .map((id) => byId.get(id))
        .filter((row) => row !== undefined)
        .map(toTitle)
    },

    async progress(ids, nowSec) {
      if (ids.length === 0) return []
      const { rows } = await sql<TitleProgress>`
        select title.id, title.total_episodes as "totalEpisodes", title.state, ${serialOf(nowSec)} as serial,
          array(select source.place from ${numbered}
            where exists (select from episode where episode.source_id = source.id and ${isOpen(nowSec)})) as sources
        from title where title.id = any(${[...ids]}::int[])`.execute(db)
      return rows
    },
  }
}

const toTitle = (row: Row): ExchangeTitle => ({
  id: row.id,
  pidId: row.pid_id,
  typeId: row.type_id,
  name: row.name,
  latin: row.latin,
  letter: row.letter,
  alias: row.alias,
  genres: row.genres,
  directors: row.directors,
  actors: row.actors.map(({ name }) => name),
  intro: row.intro,
  remarks: row.remarks,
  state: row.state,
  premiere: row.premiere,
  totalEpisodes: row.total_episodes,
  area: row.area,
  lang: row.lang,
  year: row.year,
  score: scoreOf(row.score_sum, row.score_count),
  vip: row.vip,
  updatedSec: row.updated_at,
  poster: pictureAddress('poster', row),
  backdrop: pictureAddress('backdrop', row),
  serial: row.serial,
  sources: row.sources.map(({ episodes, ...source }) => ({
    ...source,
    episodes: episodes.map(([level, name]) => ({ level, name })),
  })),
})
