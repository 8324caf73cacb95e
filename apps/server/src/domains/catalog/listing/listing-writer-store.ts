import { sql, type Kysely } from 'kysely'
import type { CatalogTables } from '../catalog-tables.ts'
import { isOffered } from '../offered-store.ts'
import { facetsOf, type Facet } from './listing-rules.ts'

const facetKey = ({ dimension, value }: { dimension: string; value: string }): string => `${dimension} ${value}`

/** The ids of facets by `facetKey`; those that do not exist are added. */
async function facetIdsOf(tx: Kysely<CatalogTables>, facets: readonly Facet[]): Promise<Map<string, number>> {
  const wanted = [...new Map(facets.map((facet) => [facetKey(facet), facet])).values()]
  const word = sql`unnest(${wanted.map(({ dimension }) => dimension)}::text[], ${wanted.map(({ value }) => value)}::text[])
    as word (dimension, value)`
  const find = async (): Promise<Map<string, number>> => {
    const { rows } = await sql<{ id: number; dimension: string; value: string }>`
      select facet.id, dimension, value from ${word} join facet using (dimension, value)`.execute(tx)
    return new Map(rows.map((row) => [facetKey(row), row.id]))
  }
  const found = await find()
  if (found.size === wanted.length) return found
  // Inserts only missing facets, in one order, so that concurrent transactions cannot deadlock.
  await sql`
    insert into facet (dimension, value)
    select dimension, value from ${word}
    where not exists (select from facet where facet.dimension = word.dimension and facet.value = word.value)
    order by dimension, value
    on conflict do nothing
  `.execute(tx)
  return find()
}

interface ListableTitle {
  id: number
  pidId: number
  typeId: number
  area: string
  year: number
  genres: string[]
  letter: string
  vip: boolean
  lang: string
  adult: boolean
  height: number
  hdr: boolean
  channels: number
  updatedAt: number
  score: number
  visible: boolean
}

/**
 * Updates the listing of titles that the transaction has locked, and removes those that visitors may not see.
 * @param hits plays of all time by title; the others keep theirs
 */
export async function updateListings(
  tx: Kysely<CatalogTables>,
  ids: readonly number[],
  hits: ReadonlyMap<number, number> = new Map(),
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<ListableTitle>`
    select title.id, pid_id as "pidId", type_id as "typeId", area, year, title.genres, letter, vip, lang, adult,
      picture_height as height, hdr, channels, updated_at as "updatedAt",
      case when score_count = 0 then 0 else round(score_sum::numeric / score_count)::int end as score,
      ${isOffered} and not category.hidden as visible
    from title join category on category.id = title.pid_id
    where title.id = any(${[...ids]}::int[])
    order by title.id
  `.execute(tx)
  const shown = rows.filter(({ visible }) => visible)
  const hidden = rows.filter(({ visible }) => !visible).map(({ id }) => id)
  if (hidden.length > 0) await sql`delete from title_listing where title_id = any(${hidden}::int[])`.execute(tx)
  if (shown.length === 0) return
  const facets = shown.map(({ height, hdr, channels, ...title }) =>
    facetsOf({ ...title, quality: { height, hdr, channels } }),
  )
  const facetIds = await facetIdsOf(tx, facets.flat())
  const lists = facets.map((ofTitle) => {
    const found = ofTitle.map((facet) => facetIds.get(facetKey(facet))).filter((id) => id !== undefined)
    return `{${[...new Set(found)].toSorted((one, other) => one - other).join()}}`
  })
  await sql`
    insert into title_listing (title_id, pid_id, facets, updated_at, score, hits)
    select title_id, pid_id, facets::int[], updated_at, score, hits
    from unnest(${shown.map(({ id }) => id)}::int[], ${shown.map(({ pidId }) => pidId)}::int[], ${lists}::text[],
      ${shown.map(({ updatedAt }) => updatedAt)}::bigint[], ${shown.map(({ score }) => score)}::smallint[],
      ${shown.map(({ id }) => hits.get(id) ?? 0)}::bigint[]) as given (title_id, pid_id, facets, updated_at, score, hits)
    order by title_id
    on conflict (title_id) do update set pid_id = excluded.pid_id, facets = excluded.facets,
      updated_at = excluded.updated_at, score = excluded.score,
      hits = case when excluded.title_id = any(${[...hits.keys()]}::int[]) then excluded.hits else title_listing.hits end
  `.execute(tx)
}
