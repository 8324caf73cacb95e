import { sql, type Kysely } from 'kysely'
import type { CatalogTables } from './catalog-tables.ts'

/** The texts that a title is found by, and its plays. */
export interface TitleTexts {
  id: number
  pidId: number
  name: string
  /** Other names, in any language. */
  others: string[]
  directors: string[]
  actors: string[]
  hits: number
}

export interface TextStore {
  /** Texts of those titles that are listed. */
  textsOf(ids: readonly number[]): Promise<TitleTexts[]>
}

/** Reads the texts of listed titles. */
export function createTextStore(db: Kysely<CatalogTables>): TextStore {
  const rows = () =>
    db
      .selectFrom('title')
      .innerJoin('title_listing', 'title_listing.title_id', 'title.id')
      .select(['title.id', 'title.pid_id', 'title.name', 'title.latin', 'title.alias'])
      .select(['title.directors', 'title.actors', 'title_listing.hits'])
      .orderBy('title.id')
  const toTexts = (row: Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]): TitleTexts => ({
    id: row.id,
    pidId: row.pid_id,
    name: row.name,
    others: [row.latin, ...row.alias].filter((other) => other !== ''),
    directors: row.directors,
    actors: row.actors.map(({ name }) => name),
    hits: row.hits,
  })
  return {
    async textsOf(ids) {
      const found = await rows()
        .where('title.id', '=', sql<number>`any(${[...ids]}::int[])`)
        .execute()
      return found.map(toTexts)
    },
  }
}
