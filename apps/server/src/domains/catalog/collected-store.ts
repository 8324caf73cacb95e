import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { CatalogTables } from './catalog-tables.ts'

/** A title as it is recognised and compared with what a source says of it. */
export interface TitleFactsRow {
  id: number
  origin: string | null
  pidId: number
  typeId: number
  category: string
  name: string
  letter: string
  alias: string[]
  area: string
  lang: string
  year: number
  genres: string[]
  directors: string[]
  actors: string[]
  intro: string
  remarks: string
  state: string
  totalEpisodes: number
  poster: string
  updatedSec: number
  lockedFields: string[]
  deletedSec: number | null
}

/** A title with its lines and episodes as JSON, to be restored later. */
export interface TitleSnapshot {
  title: Record<string, unknown>
  sources: { id: number; name: string; position: number }[]
  episodes: { id: number; name: string }[]
}

/** What a collection of titles from other stations needs of the catalog. */
export interface CollectedStore {
  facts(ids: readonly number[]): Promise<TitleFactsRow[]>
  /** The titles that these are now: one that became part of another is that other one. Those that exist. */
  survivorsOf(ids: readonly number[]): Promise<Map<number, number>>
  /** Titles above an id in order, with the MD5 of their name and aliases, each on a line. */
  digests(aboveId: number, limit: number): Promise<{ id: number; digest: string }[]>
  lineCounts(ids: readonly number[]): Promise<Map<number, Map<string, number>>>
  snapshots(ids: readonly number[]): Promise<Map<number, TitleSnapshot>>
  /** Gives titles without an origin one. Returns the origins of all. */
  originsOf(ids: readonly number[]): Promise<Map<number, string>>
  /** When titles were changed last; locks them, in the order of their ids, until the end of the transaction. */
  lock(ids: readonly number[]): Promise<Map<number, number>>
  /** Gives titles that have no poster one. Returns those that took it: the operator may want none. */
  setPosters(posters: ReadonlyMap<number, string>): Promise<number[]>
  /** The pictures of all titles that lie below an address. */
  picturesBelow(address: string): Promise<string[]>
}

const anyOf = (ids: readonly number[]): RawBuilder<unknown> => sql`any(${[...ids]}::int[])`

export function createCollectedStore(db: Kysely<CatalogTables>): CollectedStore {
  return {
    async facts(ids) {
      if (ids.length === 0) return []
      const { rows } = await sql<TitleFactsRow>`
        select title.id, origin, pid_id as "pidId", type_id as "typeId",
          case when type_id = pid_id then category.name else top.name || category.name end as category,
          title.name, letter, alias, area, lang, year, title.genres, directors,
          (select coalesce(array_agg(actor ->> 'name'), '{}') from jsonb_array_elements(actors) as actor) as actors,
          intro, remarks, state, total_episodes as "totalEpisodes", poster, updated_at as "updatedSec",
          locked_fields as "lockedFields", deleted_sec as "deletedSec"
        from title join category on category.id = type_id join category as top on top.id = pid_id
        where title.id = ${anyOf(ids)} order by title.id
      `.execute(db)
      return rows
    },

    async survivorsOf(ids) {
      if (ids.length === 0) return new Map()
      const { rows } = await sql<{ id: number; survivor: number }>`
        select id, coalesce(merged_into, id) as survivor from title where id = ${anyOf(ids)}
      `.execute(db)
      return new Map(rows.map(({ id, survivor }) => [id, survivor]))
    },

    async digests(aboveId, limit) {
      const { rows } = await sql<{ id: number; digest: string }>`
        select id, md5(array_to_string(name || alias, E'\n')) as digest
        from title where id > ${aboveId} order by id limit ${limit}
      `.execute(db)
      return rows
    },

    async lineCounts(ids) {
      const { rows } = await sql<{ title_id: number; name: string; episodes: number }>`
        select title_id, source.name, count(episode.id)::int as episodes
        from source left join episode on episode.source_id = source.id
        where title_id = ${anyOf(ids)} group by source.id
      `.execute(db)
      const counts = new Map<number, Map<string, number>>()
      for (const { title_id, name, episodes } of rows) {
        const lines = counts.get(title_id) ?? new Map<string, number>()
        counts.set(title_id, lines.set(name, episodes))
      }
      return counts
    },

    async snapshots(ids) {
      if (ids.length === 0) return new Map()
      const { rows } = await sql<TitleSnapshot & { id: number }>`
        select title.id, to_jsonb(title) as title,
          coalesce((
            select jsonb_agg(jsonb_build_object('id', source.id, 'name', source.name, 'position', position) order by source.id)
            from source where title_id = title.id
          ), '[]') as sources,
          coalesce((
            select jsonb_agg(jsonb_build_object('id', episode.id, 'name', episode.name) order by episode.id)
            from source join episode on episode.source_id = source.id where title_id = title.id
          ), '[]') as episodes
        from title where title.id = ${anyOf(ids)}
      `.execute(db)
      return new Map(rows.map(({ id, title, sources, episodes }) => [id, { title, sources, episodes }]))
    },

    async originsOf(ids) {
      await sql`
        update title set origin = 'title:' || id where id = ${anyOf(ids)} and origin is null
      `.execute(db)
      const { rows } = await sql<{ id: number; origin: string }>`
        select id, origin from title where id = ${anyOf(ids)}
      `.execute(db)
      return new Map(rows.map(({ id, origin }) => [id, origin]))
    },

    async lock(ids) {
      const { rows } = await sql<{ id: number; updated_at: number }>`
        select id, updated_at from title where id = ${anyOf(ids)} order by id for no key update
      `.execute(db)
      return new Map(rows.map(({ id, updated_at }) => [id, updated_at]))
    },

    async setPosters(posters) {
      const { rows } = await sql<{ id: number }>`
        update title set poster = given.poster
        from unnest(${[...posters.keys()]}::int[], ${[...posters.values()]}::text[]) as given (id, poster)
        where title.id = given.id and title.poster = '' and not ('poster' = any(locked_fields))
        returning title.id
      `.execute(db)
      return rows.map(({ id }) => id)
    },

    async picturesBelow(address) {
      const { rows } = await sql<{ picture: string }>`
        select distinct picture from title, unnest(array[poster, backdrop, logo]) as picture
        where starts_with(picture, ${address})
      `.execute(db)
      return rows.map(({ picture }) => picture)
    },
  }
}
