import { LRUCache } from 'lru-cache'
import type { ChangeLog } from '../../platform/caching/change-log.ts'
import { titleDependency } from './catalog-events.ts'

/** Maximum number of cached rows: those of the first pages of lists and of watched titles. About 1 kB each. */
const maxRows = 20_000

/** Rows by title id. Missing ones are loaded in batches and cached until the title changes. */
export function createRowCache<Row extends object>(
  changes: ChangeLog,
  load: (ids: readonly number[]) => Promise<ReadonlyMap<number, Row>>,
): { get(ids: readonly number[]): Promise<Map<number, Row>> } {
  const cached = new LRUCache<number, { row: Row; sequence: number }>({ max: maxRows })
  const find = (id: number): Row | undefined => {
    const entry = cached.get(id)
    return entry && changes.isUnchanged(titleDependency(id), entry.sequence) ? entry.row : undefined
  }
  return {
    async get(ids) {
      const found = new Map<number, Row>()
      const missing: number[] = []
      for (const id of ids) {
        const row = find(id)
        if (row) found.set(id, row)
        else missing.push(id)
      }
      if (missing.length === 0) return found
      // A change while the rows are loaded counts as one after it.
      const { sequence } = changes
      for (const [id, row] of await load(missing)) {
        found.set(id, row)
        cached.set(id, { row, sequence })
      }
      return found
    },
  }
}
