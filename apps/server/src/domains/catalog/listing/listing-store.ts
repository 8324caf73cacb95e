import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import { isForMinors } from '../../../platform/audience.ts'
import { dependsLooselyOn, dependsOn } from '../../../platform/caching/collect-dependencies.ts'
import { listDependency, titleDependency } from '../catalog-events.ts'
import type { CatalogTables } from '../catalog-tables.ts'
import { ListingIndex, type ListedTitle, type ListOrderKey } from './listing-index.ts'
import { adultFacet, categoryDimension, changedOrders, categoryFacet, type Facet } from './listing-rules.ts'

export interface Selection {
  /** Top category, or null for all. */
  pidId: number | null
  facets: readonly Facet[]
  /** If given, a title must have at least one of these too. */
  anyOf?: readonly Facet[] | null
  /** If given, its key in the order must be at least this: Unix seconds for `updatedAt`. */
  minKey?: number | undefined
}

export interface Page {
  ids: number[]
  /** All matches, exact. */
  total: number
}

export interface ListingStore {
  /** One page of a selection, in order. */
  choose(selection: Selection, order: ListOrderKey, offset: number, limit: number): Promise<Page>
  /** The plays of those ids that are listed. Missing ones are not visible. */
  hitsOf(ids: readonly number[]): Promise<Map<number, number>>
  /**
   * Those of the ids that are listed, in an order. Records no dependencies: a value shows a few of up to a thousand
   * sorted titles, and depends on those by their cards.
   */
  ordered(ids: readonly number[], order: ListOrderKey): Promise<number[]>
  /** A query condition: the title id in a column is listed. */
  isListed(column: string): Expression<SqlBool>
  /**
   * Reloads these titles, or all if it is unknown which changed. A later `choose` waits for it. A failure is reported to
   * the next caller that needs the listing.
   */
  refresh(ids: readonly number[] | null): Promise<void>
}

/** Rows per query during a complete load. */
const batchSize = 20_000
/** Above this, a complete load is faster than a partial one. */
const maxPartialReload = 20_000

/** Called with the lists that changed, by top category and order. Null: any list. */
export type OnListsChanged = (lists: readonly { pidId: number; order: ListOrderKey }[] | null) => void

/**
 * Keeps the index of listed titles in memory: loaded on first use, refreshed by events. Reads leave out what is not for the
 * audience of the request.
 */
export function createListingStore(db: Kysely<CatalogTables>, onChanged: OnListsChanged): ListingStore {
  let index: ListingIndex | null = null
  /** Changes must be tracked from the start of the first load, because they may concern rows that were read already. */
  let tracksChanges = false
  let facetIds = new Map<string, number>()
  let knownFacets = new Set<number>()
  /** The top categories of category facets, by facet id. */
  let pidIds = new Map<number, number>()
  /** The queue of loads. After a failure the index is dropped, and the next call loads it again. */
  let pending: Promise<void> = Promise.resolve()

  const listingRows = () => db.selectFrom('title_listing').select(['title_id', 'facets', 'updated_at', 'hits', 'score'])
  const toListedTitle = (row: {
    title_id: number
    facets: number[]
    updated_at: number
    hits: number
    score: number
  }): ListedTitle => ({
    id: row.title_id,
    facets: row.facets,
    updatedAt: row.updated_at,
    hits: row.hits,
    score: row.score,
  })

  /** The top category of a listed title. */
  const pidOf = ({ facets }: ListedTitle): number | undefined => facets.map((id) => pidIds.get(id)).find((pid) => pid)
  const listsOf = (before: ListedTitle | undefined, after: ListedTitle | undefined) =>
    changedOrders(before, after).flatMap((order) =>
      [before, after].flatMap((title) => {
        const pidId = title && pidOf(title)
        return pidId === undefined ? [] : [{ pidId, order }]
      }),
    )

  const loadFacets = async (): Promise<void> => {
    const rows = await db.selectFrom('facet').selectAll().execute()
    knownFacets = new Set(rows.map(({ id }) => id))
    facetIds = new Map(rows.map(({ id, dimension, value }) => [`${dimension} ${value}`, id]))
    pidIds = new Map(
      rows.filter(({ dimension }) => dimension === categoryDimension).map(({ id, value }) => [id, Number(value)]),
    )
  }

  const loadAll = async (): Promise<void> => {
    tracksChanges = true
    const next = new ListingIndex()
    for (let last = 0; ;) {
      const rows = await listingRows().where('title_id', '>', last).orderBy('title_id').limit(batchSize).execute()
      next.update(rows.map(toListedTitle))
      const end = rows.at(-1)
      if (!end || rows.length < batchSize) break
      last = end.title_id
    }
    await loadFacets()
    next.sort()
    index = next
    onChanged(null)
  }

  const reload = async (ids: readonly number[]): Promise<void> => {
    const rows = await listingRows()
      .where('title_id', '=', sql<number>`any(${[...ids]}::int[])`)
      .execute()
    if (rows.some(({ facets }) => facets.some((id) => !knownFacets.has(id)))) await loadFacets()
    const titles = new Map(rows.map((row) => [row.title_id, toListedTitle(row)]))
    const lists = ids.flatMap((id) => listsOf(index?.get(id), titles.get(id)))
    index?.apply(
      [...titles.values()],
      ids.filter((id) => !titles.has(id)),
    )
    onChanged(lists)
  }

  const facetIdsOf = (requested: readonly Facet[]): number[] =>
    requested.map(({ dimension, value }) => facetIds.get(`${dimension} ${value}`)).filter((id) => id !== undefined)

  /** A reload that has not begun. At most one runs and one waits, however often titles change. */
  let nextReload: { ids: Set<number>; done: Promise<void> } | null = null
  const reloadNext = (ids: readonly number[]): Promise<void> => {
    if (nextReload) {
      for (const id of ids) nextReload.ids.add(id)
      return nextReload.done
    }
    const next = new Set(ids)
    const begin = (): void => {
      nextReload = null
    }
    const done = enqueue(() => {
      begin()
      return next.size > maxPartialReload ? loadAll() : reload([...next])
    })
    nextReload = { ids: next, done }
    // It never begins if the load before it failed.
    done.catch(begin)
    return done
  }

  /** The facet that the audience must not see; none if nothing has it. */
  const excluded = (): number | undefined => (isForMinors() ? facetIdsOf([adultFacet])[0] : undefined)

  const enqueue = (task: () => Promise<void>): Promise<void> => {
    pending = pending.then(task).catch((err: unknown) => {
      index = null
      tracksChanges = false
      throw err
    })
    // The next caller gets the failure, or loads again.
    pending.catch(() => {
      pending = Promise.resolve()
    })
    return pending
  }

  const current = async (): Promise<ListingIndex> => {
    await pending
    if (!index) await enqueue(() => (index ? Promise.resolve() : loadAll()))
    if (!index) throw new Error('the listing could not be loaded')
    return index
  }

  return {
    async choose({ pidId, facets, anyOf = null, minKey }, order, offset, limit) {
      dependsLooselyOn(listDependency(pidId, order))
      const listing = await current()
      const wanted = pidId === null ? facets : [categoryFacet(pidId), ...facets]
      const facetIdList = facetIdsOf(wanted)
      if (facetIdList.length < wanted.length) return { ids: [], total: 0 }
      const listed = { facets: facetIdList, anyOf: anyOf && facetIdsOf(anyOf), noneOf: excluded(), minKey }
      return listing.choose(listed, order, offset, limit)
    },

    async hitsOf(ids) {
      dependsOn(...ids.map(titleDependency))
      return (await current()).hitsOf(ids, excluded())
    },

    ordered: async (ids, order) => (await current()).ordered(ids, order, excluded()),

    isListed: (column) => sql<SqlBool>`exists (select from title_listing where title_id = ${sql.ref(column)})`,

    async refresh(ids) {
      if (!tracksChanges) return
      const done = ids === null || ids.length > maxPartialReload ? enqueue(loadAll) : reloadNext(ids)
      await done.catch(() => undefined)
    },
  }
}
