import { LRUCache } from 'lru-cache'
import type { ChangeLog } from '../../platform/caching/change-log.ts'
import { titleDependency } from './catalog-events.ts'

/** Rows of titles that lists show, in memory: the first pages of all lists, and what is watched. About 1 kB each. */
const mostRows = 20_000

/** Rows by title id, read together where they are not cached, and cached until the title changes. */
export function createRowCache<Row extends object>(
  changes: ChangeLog,
  load: (ids: readonly number[]) => Promise<ReadonlyMap<number, Row>>,
): { get(ids: readonly number[]): Promise<Map<number, Row>> } {
  const cached = new LRUCache<number, { row: Row; sequence: number }>({ max: mostRows })
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
      // What changes while the rows are read counts as changed after it.
      const { sequence } = changes
      for (const [id, row] of await load(missing)) {
        found.set(id, row)
        cached.set(id, { row, sequence })
      }
      return found
    },
  }
}
