import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { CatalogTables } from './catalog-tables.ts'
import type { TitleDraft } from './title-drafts.ts'
import {
  emptyEpisode,
  emptyTitle,
  episodeColumns,
  episodeRow,
  nullableColumns,
  sourceKey,
  sourceName,
  titleColumns,
  titleRow,
  type ColumnType,
  type ColumnTypes,
  type EpisodeColumn,
  type PlacedEpisode,
  type Row,
  type TitleColumn,
} from './writer-rows.ts'

/**
 * The statements of a batch of titles: one for each table and purpose, however many titles. All are called within one
 * transaction that has locked its titles in the order of their ids, so that no two transactions wait for each other.
 */

/** The type of a column, and that of the array in which its values are sent: lists and JSON are sent as texts. */
const typeNames: Readonly<Record<ColumnType, { type: RawBuilder<unknown>; sent: RawBuilder<unknown> }>> = {
  int: { type: sql`int`, sent: sql`int[]` },
  smallint: { type: sql`smallint`, sent: sql`smallint[]` },
  bigint: { type: sql`bigint`, sent: sql`bigint[]` },
  real: { type: sql`real`, sent: sql`real[]` },
  bool: { type: sql`bool`, sent: sql`bool[]` },
  text: { type: sql`text`, sent: sql`text[]` },
  'text[]': { type: sql`text[]`, sent: sql`text[]` },
  jsonb: { type: sql`jsonb`, sent: sql`text[]` },
}

/** The rows as a table `given` with these columns and the number of the row, from 1, as `ord`. */
function givenRows(rows: readonly Row[], types: ColumnTypes): RawBuilder<unknown> {
  const columns = Object.entries(types)
  const arrays = columns.map(([name, type]) => sql`${rows.map((row) => row[name] ?? null)}::${typeNames[type].sent}`)
  const values = columns.map(([name, type]) => sql`${sql.ref(name)}::${typeNames[type].type} as ${sql.ref(name)}`)
  const names = columns.map(([name]) => sql.ref(name))
  return sql`(select ord, ${sql.join(values)} from unnest(${sql.join(arrays)}) with ordinality as sent (${sql.join(names)}, ord)) as given`
}

/** The columns that at least one row gives. */
const givenColumns = <Column extends string>(
  rows: readonly Row[],
  types: Readonly<Record<Column, string>>,
  isGiven: (row: Row, column: Column) => boolean,
): Column[] => {
  const isColumn = (name: string): name is Column => name in types
  return Object.keys(types)
    .filter(isColumn)
    .filter((column) => rows.some((row) => isGiven(row, column)))
}

const isPresent = (row: Row, column: string): boolean => row[column] !== null

const pickTypes = (columns: readonly string[], types: ColumnTypes): ColumnTypes =>
  Object.fromEntries(columns.map((column) => [column, types[column] ?? 'text']))

/** Locks titles until the end of the transaction, in the order in which every transaction locks them. */
export async function lockTitles(tx: Kysely<CatalogTables>, ids: readonly number[]): Promise<void> {
  await sql`select from title where id = any(${[...ids]}::int[]) order by id for no key update`.execute(tx)
}

/** The title of an origin: the survivor, if that title became part of another. */
export interface StoredOrigin {
  id: number
  isPart: boolean
}

/**
 * Locks the titles of these origins that exist, and those that they became part of. Null if one was merged while the others
 * were locked.
 */
export async function lockOrigins(
  tx: Kysely<CatalogTables>,
  origins: readonly string[],
): Promise<Map<string, StoredOrigin> | null> {
  const { rows } = await sql<{ id: number; origin: string | null; into: number | null }>`
    select id, origin, merged_into as into from title
    where id in (
      select id from title where origin = any(${[...origins]}::text[])
      union all
      select merged_into from title where origin = any(${[...origins]}::text[]) and merged_into is not null
    )
    order by id for no key update
  `.execute(tx)
  const locked = new Set(rows.map(({ id }) => id))
  if (rows.some(({ into }) => into !== null && !locked.has(into))) return null
  return new Map(
    rows.flatMap(({ id, origin, into }) =>
      origin === null ? [] : [[origin, { id: into ?? id, isPart: into !== null }]],
    ),
  )
}

/**
 * Inserts titles of origins that had none, in the order of the drafts. An origin that another transaction has inserted
 * since is absent from the result.
 */
export async function insertTitles(
  tx: Kysely<CatalogTables>,
  drafts: readonly TitleDraft[],
  nowSec: number,
): Promise<Map<string, number>> {
  const given = drafts.map(titleRow)
  const columns = givenColumns<TitleColumn>(given, titleColumns, isPresent)
  const rows = drafts.map((draft, at): Row => ({
    ...emptyTitle,
    ...Object.fromEntries(Object.entries(given[at] ?? {}).filter(([, value]) => value !== null)),
    origin: draft.origin,
    created_at: draft.createdSec ?? nowSec,
    updated_at: draft.updatedSec ?? nowSec,
  }))
  const types: ColumnTypes = {
    ...pickTypes(columns, titleColumns),
    origin: 'text',
    created_at: 'bigint',
    updated_at: 'bigint',
  }
  const names = Object.keys(types).map((name) => sql.ref(name))
  const inserted = await sql<{ id: number; origin: string }>`
    insert into title (${sql.join(names)})
    select ${sql.join(names)} from ${givenRows(rows, types)} order by ord
    on conflict (origin) do nothing
    returning id, origin
  `.execute(tx)
  return new Map(inserted.rows.map(({ id, origin }) => [origin, id]))
}

/** What a title becomes: a field that is not given, or is locked, keeps its value. */
const nextTitleValue = (column: string): RawBuilder<unknown> => {
  const [given, stored] = [sql.ref(`given.${column}`), sql.ref(`title.${column}`)]
  return sql`case when ${given} is null or ${column} = any(title.locked_fields) then ${stored} else ${given} end`
}

/**
 * Updates stored titles that differ from their drafts, and those of which something else was written.
 * @returns the ids of the titles that were updated
 */
export async function updateTitles(
  tx: Kysely<CatalogTables>,
  titles: readonly { id: number; draft: TitleDraft | null; isTouched: boolean; restore: boolean }[],
  nowSec: number,
): Promise<number[]> {
  if (titles.length === 0) return []
  const rows = titles.map(({ id, draft, isTouched, restore }): Row => ({
    ...(draft ? titleRow(draft) : { updated_at: null }),
    id,
    touched: isTouched,
    restored: restore,
  }))
  const columns = givenColumns<TitleColumn>(rows, titleColumns, (row, column) => (row[column] ?? null) !== null)
  const compared = columns.map((column) => sql.ref(`title.${column}`))
  const next = columns.map(nextTitleValue)
  const set = columns
    .filter((column) => column !== 'updated_at')
    .map((column) => sql`${sql.ref(column)} = ${nextTitleValue(column)}`)
  const updatedAt = columns.includes('updated_at') ? sql`coalesce(given.updated_at, ${nowSec})` : sql`${nowSec}`
  const differs = columns.length === 0 ? sql`false` : sql`(${sql.join(compared)}) is distinct from (${sql.join(next)})`
  const deletedSec = sql`case when given.restored then null else title.deleted_sec end`
  const { rows: updated } = await sql<{ id: number }>`
    update title set ${sql.join([...set, sql`updated_at = ${updatedAt}`, sql`deleted_sec = ${deletedSec}`])}
    from ${givenRows(rows, { ...pickTypes(columns, titleColumns), id: 'int', touched: 'bool', restored: 'bool' })}
    where title.id = given.id and (given.touched or ${differs} or (given.restored and title.deleted_sec is not null))
    returning title.id
  `.execute(tx)
  return updated.map(({ id }) => id)
}

export interface WrittenEpisodes {
  /** By `episodeKey`. */
  ids: Map<string, number>
  /** The titles of which a source or an episode was written. */
  titleIds: Set<number>
}

/** Inserts sources that do not exist. Returns the ids of all sources of these titles by `sourceKey`, and the new ones. */
async function writeSources(
  tx: Kysely<CatalogTables>,
  episodes: readonly PlacedEpisode[],
  newTitles: ReadonlySet<number>,
): Promise<{ ids: Map<string, number>; added: Set<number> }> {
  const stored = [...new Set(episodes.map(({ titleId }) => titleId))].filter((id) => !newTitles.has(id))
  const ids = new Map<string, number>()
  const add = (rows: readonly { id: number; title_id: number; name: string }[]): void => {
    for (const { id, title_id, name } of rows) ids.set(sourceKey(title_id, name), id)
  }
  if (stored.length > 0) {
    const found = await sql<{ id: number; title_id: number; name: string }>`
      select id, title_id, name from source where title_id = any(${stored}::int[])`.execute(tx)
    add(found.rows)
  }
  const missing = new Map<string, Row>()
  for (const { titleId, source, sourcePosition = 0 } of episodes) {
    const name = sourceName(source)
    const key = sourceKey(titleId, name)
    if (!ids.has(key) && !missing.has(key)) missing.set(key, { title_id: titleId, name, position: sourcePosition })
  }
  if (missing.size === 0) return { ids, added: new Set() }
  const types: ColumnTypes = { title_id: 'int', name: 'text', position: 'int' }
  const { rows } = await sql<{ id: number; title_id: number; name: string }>`
    insert into source (title_id, name, position)
    select title_id, name, position from ${givenRows([...missing.values()], types)} order by title_id, ord
    returning id, title_id, name
  `.execute(tx)
  add(rows)
  return { ids, added: new Set(rows.map(({ id }) => id)) }
}

const isNullable = (column: string): column is keyof typeof nullableColumns => column in nullableColumns

/** What an episode becomes: a field that is not given, or is locked, keeps its value. */
const nextEpisodeValue = (column: string): RawBuilder<unknown> => {
  const [given, stored] = [sql.ref(`given.${column}`), sql.ref(`episode.${column}`)]
  const isAbsent = isNullable(column) ? sql`not ${sql.ref(`given.${nullableColumns[column]}`)}` : sql`${given} is null`
  return sql`case when ${isAbsent} or ${column} = any(episode.locked_fields) then ${stored} else ${given} end`
}

interface EpisodeRow {
  key: string
  titleId: number
  row: Row
}

/** The columns of episodes that are given, with the columns that say so. */
function episodeTypes(rows: readonly EpisodeRow[]): { columns: EpisodeColumn[]; types: ColumnTypes } {
  const columns = givenColumns<EpisodeColumn>(
    rows.map(({ row }) => row),
    episodeColumns,
    (row, column) => (isNullable(column) ? row[nullableColumns[column]] === true : isPresent(row, column)),
  )
  const flags = columns.filter(isNullable).map((column) => [nullableColumns[column], 'bool'] as const)
  const types: ColumnTypes = {
    source_id: 'int',
    level: 'int',
    ...pickTypes(columns, episodeColumns),
    ...Object.fromEntries(flags),
  }
  return { columns, types }
}

/** Updates stored episodes that differ. Returns the id of each, 0 for those that do not exist, and the rows that changed. */
async function updateEpisodes(
  tx: Kysely<CatalogTables>,
  rows: readonly EpisodeRow[],
): Promise<{ ids: number[]; changed: number[] }> {
  const { columns, types } = episodeTypes(rows)
  const stored = columns.map((column) => sql.ref(`episode.${column}`))
  const next = columns.map(nextEpisodeValue)
  const set = columns.map((column) => sql`${sql.ref(column)} = ${nextEpisodeValue(column)}`)
  // The height of an episode is that of its asset: where another takes its place, it is to be asked for again.
  if (columns.includes('asset_id'))
    set.push(
      sql`picture_height = case when ${nextEpisodeValue('asset_id')} is distinct from episode.asset_id then 0 else episode.picture_height end`,
    )
  const names = sql.join(Object.keys(types).map((name) => sql.ref(name)))
  const answer = await sql<{ ids: string; changed: string | null }>`
    with given as materialized (
      select ord, ${names} from ${givenRows(
        rows.map(({ row }) => row),
        types,
      )}
    ), found as materialized (
      select ord, episode.id, (${sql.join(stored)}) is distinct from (${sql.join(next)}) as differs
      from given left join episode on episode.source_id = given.source_id and episode.level = given.level
    ), written as (
      update episode set ${sql.join(set)} from given join found using (ord)
      where episode.id = found.id and found.differs
      returning given.ord
    )
    select (select string_agg(coalesce(id, 0)::text, ',' order by ord) from found) as ids,
      (select string_agg(ord::text, ',') from written) as changed
  `.execute(tx)
  const numbers = (list: string | null | undefined): number[] => (list ? list.split(',').map(Number) : [])
  const [found] = answer.rows
  return { ids: numbers(found?.ids), changed: numbers(found?.changed).map((ord) => ord - 1) }
}

/** Inserts episodes that do not exist. Returns their ids by source and level. */
async function insertEpisodes(
  tx: Kysely<CatalogTables>,
  missing: readonly EpisodeRow[],
  nowSec: number,
): Promise<Map<string, number>> {
  const { columns, types } = episodeTypes(missing)
  const names = ['source_id', 'level', ...new Set([...columns, 'created_at'])]
  const rows = missing.map(({ row }): Row => ({
    ...emptyEpisode,
    created_at: nowSec,
    ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
  }))
  const { rows: inserted } = await sql<{ id: number; source_id: number; level: number }>`
    insert into episode (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(names.map((name) => sql.ref(name)))} from ${givenRows(rows, { ...types, created_at: 'bigint' })}
    order by ord
    returning id, source_id, level
  `.execute(tx)
  return new Map(inserted.map(({ id, source_id, level }) => [`${source_id} ${level}`, id]))
}

/**
 * Writes the sources and episodes of titles that the transaction has locked, of those that are new or differ.
 * @param episodes by `episodeKey`
 * @param newTitles those that have no sources yet
 */
export async function writeEpisodes(
  tx: Kysely<CatalogTables>,
  episodes: ReadonlyMap<string, PlacedEpisode>,
  newTitles: ReadonlySet<number>,
  nowSec: number,
): Promise<WrittenEpisodes> {
  const written: WrittenEpisodes = { ids: new Map(), titleIds: new Set() }
  if (episodes.size === 0) return written
  const sources = await writeSources(tx, [...episodes.values()], newTitles)
  const missing: EpisodeRow[] = []
  const stored: EpisodeRow[] = []
  for (const [key, episode] of episodes) {
    const { titleId, level, source } = episode
    const sourceId = sources.ids.get(sourceKey(titleId, sourceName(source))) ?? 0
    const row = { key, titleId, row: { ...episodeRow(episode), source_id: sourceId, level } }
    if (sources.added.has(sourceId)) missing.push(row)
    else stored.push(row)
  }
  if (stored.length > 0) {
    const { ids, changed } = await updateEpisodes(tx, stored)
    for (const [at, row] of stored.entries()) {
      const id = ids[at] ?? 0
      if (id === 0) missing.push(row)
      else written.ids.set(row.key, id)
    }
    for (const at of changed) written.titleIds.add(stored[at]?.titleId ?? 0)
  }
  if (missing.length > 0) {
    const ids = await insertEpisodes(tx, missing, nowSec)
    for (const { key, titleId, row } of missing) {
      written.ids.set(key, ids.get(`${row['source_id']} ${row['level']}`) ?? 0)
      written.titleIds.add(titleId)
    }
  }
  return written
}
