import { sql, type Kysely } from 'kysely'
import type { ChangeLog } from '../../platform/caching/change-log.ts'
import type { CatalogTables } from './catalog-tables.ts'
import { createRowCache } from './row-cache.ts'

/** The texts that a title is found by, and its plays. */
export interface TitleTexts {
  id: number
  pidId: number
  name: string
  /** Other names, in any language. */
  aliases: string[]
  directors: string[]
  actors: string[]
  hits: number
}

export interface TextStore {
  /** Texts of those titles that are listed. */
  textsOf(ids: readonly number[]): Promise<TitleTexts[]>
  /** The same from a cache: for the few thousand titles that most searches show. */
  cachedTextsOf(ids: readonly number[]): Promise<TitleTexts[]>
}

/** Reads the texts of listed titles. */
export function createTextStore(db: Kysely<CatalogTables>, changes: ChangeLog): TextStore {
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
    aliases: [row.latin, ...row.alias].filter((other) => other !== ''),
    directors: row.directors,
    actors: row.actors.map(({ name }) => name),
    hits: row.hits,
  })
  const textsOf = async (ids: readonly number[]): Promise<TitleTexts[]> => {
    const found = await rows()
      .where('title.id', '=', sql<number>`any(${[...ids]}::int[])`)
      .execute()
    return found.map(toTexts)
  }
  const cached = createRowCache(
    changes,
    async (ids: readonly number[]) => new Map((await textsOf(ids)).map((texts) => [texts.id, texts])),
  )
  return { textsOf, cachedTextsOf: async (ids) => [...(await cached.get(ids)).values()] }
}
