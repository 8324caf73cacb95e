import { sql, type Kysely } from 'kysely'
import type { CatalogTables } from '../catalog-tables.ts'

/** The ids of a title's episodes. */
export async function episodeIdsOf(db: Kysely<CatalogTables>, titleId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select episode.id from episode join source on source.id = source_id where title_id = ${titleId} order by 1`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The sources of a title with their episodes, in page order. */
export interface PlacedSource {
  id: number
  name: string
  position: number
  episodes: { id: number; level: number }[]
}

export async function placedSources(db: Kysely<CatalogTables>, titleId: number): Promise<PlacedSource[]> {
  const { rows } = await sql<PlacedSource>`
    select id, name, position, coalesce((
        select jsonb_agg(jsonb_build_object('id', episode.id, 'level', level) order by level)
        from episode where source_id = source.id), '[]') as episodes
    from source where title_id = ${titleId} order by position, id`.execute(db)
  return rows
}

/** The lines and episodes of titles. */
export interface StoredPlaces {
  sources: { id: number; name: string; position: number; kind: 'main' | 'extra' }[]
  episodes: {
    id: number
    sourceId: number
    name: string
    kind: 'main' | 'extra'
    hasAsset: boolean
    isNameLocked: boolean
  }[]
}

export async function placesOf(db: Kysely<CatalogTables>, titleIds: readonly number[]): Promise<StoredPlaces> {
  const sources = await sql<StoredPlaces['sources'][number]>`
    select id, name, position, kind from source where title_id = any(${[...titleIds]}::int[]) order by id`.execute(db)
  const episodes = await sql<StoredPlaces['episodes'][number]>`
    select episode.id, source_id as "sourceId", episode.name, kind, asset_id is not null as "hasAsset",
      'name' = any(episode.locked_fields) as "isNameLocked"
    from source join episode on source_id = source.id
    where title_id = any(${[...titleIds]}::int[]) order by episode.id`.execute(db)
  return { sources: sources.rows, episodes: episodes.rows }
}

/** The titles that are part of one. */
export async function partsOf(db: Kysely<CatalogTables>, titleId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from title where merged_into = ${titleId} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Reserves the id of a row that will be inserted. */
export async function nextId(db: Kysely<CatalogTables>, table: 'title' | 'source' | 'episode'): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::text as id`.execute(db)
  return Number(rows[0]?.id)
}

/** The assets that these episodes play. */
export async function assetsOf(db: Kysely<CatalogTables>, episodeIds: readonly number[]): Promise<number[]> {
  if (episodeIds.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select distinct asset_id as id from episode
    where id = any(${[...episodeIds]}::int[]) and asset_id is not null order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** Titles with a person among their directors or actors, whether visitors see them or not. */
export async function titlesWith(
  db: Kysely<CatalogTables>,
  name: string,
): Promise<{ id: number; directors: string[]; actors: { name: string; role: string }[] }[]> {
  const { rows } = await sql<{ id: number; directors: string[]; actors: { name: string; role: string }[] }>`
    select id, directors, actors from title
    where directors @> ${[name]}::text[] or actors @> ${JSON.stringify([{ name }])}::jsonb order by id`.execute(db)
  return rows
}

/** A category as operators see it, hidden ones too. */
export interface ListedCategory {
  id: number
  pid: number
  name: string
  typeEn: string
  position: number
  hidden: boolean
  areas: string[]
  genres: string[]
  langs: string[]
  titles: number
}

/** All categories in order, each top category before its children. */
export async function listCategories(db: Kysely<CatalogTables>): Promise<ListedCategory[]> {
  const { rows } = await sql<ListedCategory>`
    select category.id, category.pid, category.name, category.type_en as "typeEn", category.position, category.hidden,
      category.areas, category.genres, category.langs,
      (select count(*)::int from title where type_id = category.id or pid_id = category.id) as titles
    from category left join category as top on top.id = category.pid
    order by coalesce(top.position, category.position), coalesce(top.id, category.id), category.pid <> 0,
      category.position, category.id`.execute(db)
  return rows
}

/** Titles of a top category, or of a category in it. */
export async function titlesOfCategory(db: Kysely<CatalogTables>, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from title where pid_id = ${id} or type_id = ${id} order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** The titles of the banners, in order. */
export async function storedBanners(db: Kysely<CatalogTables>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select title_id as id from banner order by position, title_id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The asset that an episode plays; null if there is no such episode, or it plays none. */
export async function assetOfEpisode(
  db: Kysely<CatalogTables>,
  { titleId, source, level }: { titleId: number; source: string; level: number },
): Promise<number | null> {
  const found = await db
    .selectFrom('episode')
    .innerJoin('source', 'source.id', 'episode.source_id')
    .select('episode.asset_id as assetId')
    .where('source.title_id', '=', titleId)
    .where('source.name', '=', source)
    .where('episode.level', '=', level)
    .executeTakeFirst()
  return found?.assetId ?? null
}
