import { totalCap } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { CatalogTables } from './catalog-tables.ts'
import { chooseWay, longestWalk, type FacetWord } from './listing-rules.ts'

export type ListColumn = 'updated_at' | 'hits' | 'score'

export interface Selection {
  /** Top category, or null for all. */
  pidId: number | null
  facets: readonly FacetWord[]
}

interface Facet {
  id: number
  titles: number
}

export interface ListingStore {
  /** The ids of one page, in order. */
  choose(selection: Selection, order: ListColumn, offset: number, limit: number): Promise<number[]>
  /** How many titles a selection holds, at most `totalCap`. */
  count(selection: Selection): Promise<number>
  /** Some ids of a category (null: of all) from a random place on its shelf. `at` is 0 to 1. */
  scatter(pidId: number | null, at: number, limit: number): Promise<number[]>
  /** Counts anew how many titles carry each facet. */
  recountFacets(): Promise<void>
  /** Forgets what it knows about facets: other processes write them too. */
  forgetFacets(): void
}

const facetTtlMs = 60_000

/** Chooses ids from the narrow listing table. A page costs a bounded number of steps whatever the filter and the size. */
export function createListingStore(db: Kysely<CatalogTables>): ListingStore {
  const facets = new LRUCache<string, Facet | 'none'>({ max: 10_000, ttl: facetTtlMs })
  const totals = new LRUCache<string, number>({ max: 1000, ttl: facetTtlMs })

  const facetOf = async ({ dimension, value }: FacetWord): Promise<Facet | null> => {
    const key = `${dimension} ${value}`
    let facet = facets.get(key)
    if (facet === undefined) {
      const query = db.selectFrom('facet').select(['id', 'titles'])
      facet = (await query.where('dimension', '=', dimension).where('value', '=', value).executeTakeFirst()) ?? 'none'
      facets.set(key, facet)
    }
    return facet === 'none' ? null : facet
  }

  const totalOf = async (pidId: number | null): Promise<number> => {
    const key = String(pidId)
    const known = totals.get(key)
    if (known !== undefined) return known
    const { rows } = await sql<{ total: number }>`
      select coalesce(sum(titles), 0)::int as total from facet join category on category.id = facet.value::int
      where dimension = 'type' and (${pidId}::int is null or category.id = ${pidId} or category.pid = ${pidId})
    `.execute(db)
    const total = rows[0]?.total ?? 0
    totals.set(key, total)
    return total
  }

  /** Facet ids of a selection, or null where a word is carried by no title at all. */
  const resolve = async (selection: Selection): Promise<Facet[] | null> => {
    const found = await Promise.all(selection.facets.map(facetOf))
    const known = found.filter((facet) => facet !== null)
    return known.length === found.length ? known : null
  }

  const walk = (pidId: number | null, ids: number[], order: ListColumn, offset: number, limit: number) => {
    const column = db.dynamic.ref<ListColumn>(order)
    const inOrder = db
      .selectFrom('title_listing')
      .select(['title_id', 'facets'])
      .$if(pidId !== null, (query) => query.where('pid_id', '=', pidId ?? 0))
      .orderBy(column, 'desc')
      .orderBy('title_id', 'desc')
    if (ids.length === 0) return inOrder.offset(offset).limit(limit).execute()
    return db
      .selectFrom(inOrder.limit(longestWalk + offset).as('walked'))
      .select('title_id')
      .where(sql<boolean>`facets @> ${ids}::int[]`)
      .offset(offset)
      .limit(limit)
      .execute()
  }

  const gathered = (pidId: number | null, ids: number[]) =>
    db
      .selectFrom('title_listing')
      .where(sql<boolean>`facets @> ${ids}::int[]`)
      .$if(pidId !== null, (query) => query.where(sql<boolean>`pid_id + 0 = ${pidId}`))

  const gather = (pidId: number | null, ids: number[], order: ListColumn, offset: number, limit: number) =>
    gathered(pidId, ids)
      .select('title_id')
      .orderBy(sql`${sql.ref(order)} + 0`, 'desc')
      .orderBy('title_id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute()

  return {
    async choose(selection, order, offset, limit) {
      const known = await resolve(selection)
      if (!known) return []
      const { pidId } = selection
      const ids = known.map(({ id }) => id)
      const asked = known.map(({ titles }) => titles)
      const total = await totalOf(pidId)
      if (chooseWay({ total, asked, rowsWanted: offset + limit }) === 'walk') {
        const rows = await walk(pidId, ids, order, offset, limit)
        // Fewer than wanted after a bounded walk: facets that exclude each other more than their counts tell.
        if (rows.length === limit || ids.length === 0) return rows.map(({ title_id }) => title_id)
      }
      return (await gather(pidId, ids, order, offset, limit)).map(({ title_id }) => title_id)
    },

    async count(selection) {
      const known = await resolve(selection)
      if (!known) return 0
      const total = await totalOf(selection.pidId)
      if (known.length === 0) return Math.min(totalCap, total)
      const expected = known.reduce((rest, { titles }) => rest * Math.min(1, titles / Math.max(1, total)), total)
      if (expected > 4 * totalCap) return totalCap
      const capped = gathered(
        selection.pidId,
        known.map(({ id }) => id),
      )
        .select(sql<number>`1`.as('one'))
        .limit(totalCap)
      const { titles } = await db
        .selectFrom(capped.as('some'))
        .select(({ fn }) => fn.countAll<number>().as('titles'))
        .executeTakeFirstOrThrow()
      return titles
    },

    async scatter(pidId, at, limit) {
      const shelf = db
        .selectFrom('title_listing')
        .$if(pidId !== null, (query) => query.where('pid_id', '=', pidId ?? 0))
      const { oldest, newest } = await shelf
        .select(({ fn }) => [
          fn.min<number | null>('updated_at').as('oldest'),
          fn.max<number | null>('updated_at').as('newest'),
        ])
        .executeTakeFirstOrThrow()
      if (oldest === null || newest === null) return []
      const inOrder = shelf.select('title_id').orderBy('updated_at', 'desc').orderBy('title_id', 'desc').limit(limit)
      const below = await inOrder.where('updated_at', '<=', Math.floor(oldest + at * (newest - oldest))).execute()
      const rest = below.length < limit ? await inOrder.execute() : []
      return [...new Set([...below, ...rest].map(({ title_id }) => title_id))].slice(0, limit)
    },

    async recountFacets() {
      await sql`
        update facet set titles = coalesce(counted.titles, 0)
        from facet as known left join (
          select unnest(facets) as id, count(*)::int as titles from title_listing group by 1
        ) as counted on counted.id = known.id
        where facet.id = known.id and facet.titles is distinct from coalesce(counted.titles, 0)
      `.execute(db)
      facets.clear()
      totals.clear()
    },

    forgetFacets() {
      facets.clear()
      totals.clear()
    },
  }
}
