import { sql, type Kysely } from 'kysely'
import type { CatalogTables } from './catalog-tables.ts'

/** A title's address and its last change, Unix seconds. */
export interface AddressedTitle {
  id: number
  pidId: number
  updatedAt: number
}

export interface AddressStore {
  /** Ranges of `size` ids that have listed titles: `at` 0 is that of ids 1 to `size`. */
  spans(size: number): Promise<{ at: number; updatedAt: number }[]>
  /** Listed titles with ids above `after` up to `last`, in order of ids, in batches. */
  between(after: number, last: number): AsyncGenerator<AddressedTitle[]>
}

const batchSize = 5000

/** Reads the addresses of all listed titles. */
export function createAddressStore(db: Kysely<CatalogTables>): AddressStore {
  return {
    async spans(size) {
      const { rows } = await sql<{ at: number; updatedAt: number }>`
        select (title_id - 1) / ${size}::int as at, max(updated_at) as "updatedAt"
        from title_listing group by 1 order by 1`.execute(db)
      return rows
    },
    async *between(after, last) {
      for (let from = after; ;) {
        const rows = await db
          .selectFrom('title_listing')
          .select(['title_id as id', 'pid_id as pidId', 'updated_at as updatedAt'])
          .where('title_id', '>', from)
          .where('title_id', '<=', last)
          .orderBy('title_id')
          .limit(batchSize)
          .execute()
        const end = rows.at(-1)
        if (!end) return
        yield rows
        if (rows.length < batchSize) return
        from = end.id
      }
    },
  }
}
