import { sql, type Kysely } from 'kysely'
import type { CatalogTables } from '../catalog-tables.ts'

/** A title as operators find it, whether visitors see it or not. */
export interface FoundTitle {
  id: number
  name: string
  year: number
  category: string
  published: boolean
  /** Unix seconds; null if it is not in the bin. */
  deletedSec: number | null
  /** The title that it became part of. */
  mergedInto: number | null
  lockedFields: string[]
}

export interface TitleQuery {
  /** Part of a name, or a number; empty for any. */
  text: string
  /** Only those that are hidden, or in the bin. */
  only?: 'hidden' | 'deleted' | undefined
  limit: number
}

const found = sql`title.id, title.name, title.year, category.name as category, published,
  deleted_sec as "deletedSec", merged_into as "mergedInto", locked_fields as "lockedFields"`

/** Titles with a name or other name that contains the text, or with this number; exact names first, then the newest. */
export async function findTitles(db: Kysely<CatalogTables>, { text, only, limit }: TitleQuery): Promise<FoundTitle[]> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const id = /^\d{1,9}$/.test(text) ? Number(text) : 0
  const { rows } = await sql<FoundTitle>`
    select ${found} from title join category on category.id = type_id
    where (title.id = ${id} or title.name ilike ${pattern} or latin ilike ${pattern} or exists (
        select from unnest(alias) as other where other ilike ${pattern}))
      and (${only !== 'hidden'} or not published) and (${only !== 'deleted'} or deleted_sec is not null)
    order by title.id = ${id} desc, title.name = ${text} desc, title.id desc
    limit ${limit}`.execute(db)
  return rows
}

/** A title with all its columns, sources and episodes; null if there is none. */
export interface ShownTitle extends FoundTitle {
  columns: Record<string, unknown>
  sources: { id: number; name: string; position: number; episodes: number; first: number; last: number }[]
}

export async function showTitle(db: Kysely<CatalogTables>, id: number): Promise<ShownTitle | null> {
  const { rows } = await sql<FoundTitle & { columns: Record<string, unknown> }>`
    select ${found}, to_jsonb(title) as columns from title join category on category.id = type_id
    where title.id = ${id}`.execute(db)
  const [title] = rows
  if (!title) return null
  const sources = await sql<ShownTitle['sources'][number]>`
    select source.id, source.name, position, count(episode.id)::int as episodes,
      coalesce(min(level), 0) as first, coalesce(max(level), 0) as last
    from source left join episode on source_id = source.id
    where title_id = ${id} group by source.id order by position, source.id`.execute(db)
  return { ...title, sources: sources.rows }
}
