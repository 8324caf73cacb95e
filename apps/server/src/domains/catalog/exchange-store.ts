import { CompiledQuery, sql, type Kysely, type Selectable } from 'kysely'
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
  /** All titles, visible or not: a second for a million episodes. */
  progress(nowSec: number): Promise<TitleProgress[]>
}

/** What rows of a list show. */
const listColumns = [
  'id',
  'pid_id',
  'type_id',
  'name',
  'latin',
  'genres',
  'directors',
  'remarks',
  'updated_at',
  'poster',
  'backdrop',
  'art_kind',
  'art_wide_kind',
  'art_palette',
] as const

const otherColumns = [
  'letter',
  'alias',
  'actors',
  'intro',
  'state',
  'premiere',
  'total_episodes',
  'area',
  'lang',
  'year',
  'score_sum',
  'score_count',
] as const

/** A source in page order: id, name, and the episodes that a visitor may watch. Null without any. */
type SourceJson = [id: number, name: string, episodes: [level: number, name: string][] | null]

type TitleRow = Selectable<CatalogTables['title']>
type ListRow = Pick<TitleRow, (typeof listColumns)[number]> & { sources: SourceJson[] }
type OtherColumns = Pick<TitleRow, (typeof otherColumns)[number]> & { serial: number }

/** What lists do not read. */
const unread: OtherColumns = {
  letter: '',
  alias: [],
  actors: [],
  intro: '',
  state: '',
  premiere: '',
  total_episodes: 0,
  area: '',
  lang: '',
  year: 0,
  score_sum: 0,
  score_count: 0,
  serial: 0,
}

// Without asterisks: PostgreSQL prepares these statements (`prepared-statements.ts`).

const isOut = (nowSec: number) => sql`episode.state = 'ready' and coalesce(episode.air_at, 0) <= ${nowSec}::int`
const isOpen = (nowSec: number) => sql`${isOut(nowSec)} and not episode.vip`

/** The last episode of a title that is out. */
const serialOf = (nowSec: number) => sql<number>`(
  select coalesce(max(episode.level), 0) from source join episode on episode.source_id = source.id
  where source.title_id = title.id and ${isOut(nowSec)})`

/** Of lists the first open episode stands for all. */
const episodesOf = (nowSec: number, withEpisodes: boolean) =>
  withEpisodes
    ? sql`(select json_agg(json_build_array(episode.level, episode.name) order by episode.level)
        from episode where episode.source_id = source.id and ${isOpen(nowSec)})`
    : sql`(select '[]'::json from episode where episode.source_id = source.id and ${isOpen(nowSec)} limit 1)`

const sourcesOf = (nowSec: number, withEpisodes: boolean) => sql<SourceJson[]>`(
  select coalesce(json_agg(json_build_array(source.id, source.name, ${episodesOf(nowSec, withEpisodes)})
    order by source.position, source.id), '[]')
  from source where source.title_id = title.id)`

/**
 * The statement for titles as one JSON array: one parse instead of one for each column of each row, and for each element of
 * lists. It is compiled once, because that costs more than the rest of a request that finds nothing cached.
 * @returns the statement for ids, as an array of PostgreSQL, at a time
 */
function compileTitles(
  db: Kysely<CatalogTables>,
  withEpisodes: boolean,
): (ids: string, nowSec: number) => CompiledQuery {
  const [anyIds, anyTime] = ['{}', 0]
  const columns = [...listColumns, ...(withEpisodes ? otherColumns : [])].map((name) => sql.ref(`title.${name}`))
  const serial = withEpisodes ? sql`, ${serialOf(anyTime)} as serial` : sql``
  const { sql: text, parameters } = sql`
    select coalesce(json_agg(shown), '[]') as titles from (
      select ${sql.join(columns)}, ${sourcesOf(anyTime, withEpisodes)} as sources ${serial}
      from title where title.id = any(${anyIds}::int[])
    ) as shown`.compile(db)
  return (ids, nowSec) =>
    CompiledQuery.raw(
      text,
      parameters.map((value) => (value === anyIds ? ids : nowSec)),
    )
}

/** Reads titles for other programs. */
export function createExchangeStore(db: Kysely<CatalogTables>): ExchangeStore {
  const compiled = { list: compileTitles(db, false), details: compileTitles(db, true) }
  return {
    async titles(ids, { withEpisodes, nowSec }) {
      if (ids.length === 0) return []
      const statement = (withEpisodes ? compiled.details : compiled.list)(`{${ids.join(',')}}`, nowSec)
      const { rows } = await db.executeQuery<{ titles: (ListRow & Partial<OtherColumns>)[] }>(statement)
      const byId = new Map((rows[0]?.titles ?? []).map((row) => [row.id, row]))
      return ids
        .map((id) => byId.get(id))
        .filter((row) => row !== undefined)
        .map((row) => toTitle({ ...unread, ...row }))
    },

    async progress(nowSec) {
      const { rows } = await sql<TitleProgress>`
        with numbered as (
          select id, title_id, row_number() over (partition by title_id order by position, id)::int as place from source
        ), reached as (
          select numbered.title_id, numbered.place, max(episode.level) as serial, bool_or(${isOpen(nowSec)}) as is_open
          from numbered join episode on episode.source_id = numbered.id
          where ${isOut(nowSec)} group by numbered.title_id, numbered.place
        )
        select title.id, title.total_episodes as "totalEpisodes", title.state, coalesce(max(reached.serial), 0) as serial,
          coalesce(array_agg(reached.place) filter (where reached.is_open), '{}') as sources
        from title left join reached on reached.title_id = title.id group by title.id`.execute(db)
      return rows
    },
  }
}

/** The sources with something to watch, with their positions among all. */
const toSources = (sources: readonly SourceJson[]): ExchangeSource[] =>
  sources.flatMap(([id, name, episodes], at) =>
    episodes === null
      ? []
      : [{ id, name, position: at + 1, episodes: episodes.map(([level, label]) => ({ level, name: label })) }],
  )

const toTitle = (row: ListRow & OtherColumns): ExchangeTitle => ({
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
  updatedSec: row.updated_at,
  poster: pictureAddress('poster', row),
  backdrop: pictureAddress('backdrop', row),
  serial: row.serial,
  sources: toSources(row.sources),
})
