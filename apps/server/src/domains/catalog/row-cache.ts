import { LRUCache } from 'lru-cache'
import type { ChangeLog } from '../../platform/caching/change-log.ts'
import { titleDependency } from './catalog-events.ts'

/** Maximum number of cached rows: those of the first pages of lists and of watched titles. About 1 kB each. */
const maxRows = 20_000

/**
 * Rows by title id. Missing ones are loaded in batches, each once for all concurrent callers, and cached until the title
 * changes.
 */
export function createRowCache<Row extends object>(
  changes: ChangeLog,
  load: (ids: readonly number[]) => Promise<ReadonlyMap<number, Row>>,
): { get(ids: readonly number[]): Promise<Map<number, Row>> } {
  const cached = new LRUCache<number, { row: Row; sequence: number }>({ max: maxRows })
  const loading = new Map<number, { rows: Promise<ReadonlyMap<number, Row>>; sequence: number }>()
  const current = <Entry extends { sequence: number }>(id: number, entry: Entry | undefined): Entry | undefined =>
    entry && changes.isUnchanged(titleDependency(id), entry.sequence) ? entry : undefined

  const loadMissing = async (ids: readonly number[]): Promise<ReadonlyMap<number, Row>> => {
    // A change while the rows are loaded counts as one after it.
    const { sequence } = changes
    const batch = { rows: load(ids), sequence }
    for (const id of ids) loading.set(id, batch)
    try {
      const rows = await batch.rows
      for (const [id, row] of rows) cached.set(id, { row, sequence })
      return rows
    } finally {
      for (const id of ids) if (loading.get(id) === batch) loading.delete(id)
    }
  }

  return {
    async get(ids) {
      const found = new Map<number, Row>()
      const missing: number[] = []
      const batches = new Set<Promise<ReadonlyMap<number, Row>>>()
      for (const id of ids) {
        const row = current(id, cached.get(id))?.row
        const batch = row ? undefined : current(id, loading.get(id))
        if (row) found.set(id, row)
        else if (batch) batches.add(batch.rows)
        else missing.push(id)
      }
      if (missing.length > 0) batches.add(loadMissing(missing))
      if (batches.size === 0) return found
      const loaded = await Promise.all(batches)
      for (const id of ids) {
        const row = found.get(id) ?? loaded.find((rows) => rows.has(id))?.get(id)
        if (row) found.set(id, row)
      }
      return found
    },
  }
}
