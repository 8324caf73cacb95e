import { refreshBindings } from './apply-run.ts'
import type { CollectionCategory } from './collection-needs.ts'
import type { CollectionParts } from './collection-parts.ts'
import type { CollectionTables } from './collection-tables.ts'
import { defaultOverwrite } from './compare-rules.ts'
import { createQueue, type Queue } from './queue.ts'
import { createRunStore, type RunRow } from './run-store.ts'
import type { SourceDecisions } from './source-decisions.ts'
import { createSourceStore, type BindingRow, type CollectionSourceRow } from './source-store.ts'

export interface ListedSource extends CollectionSourceRow {
  linked: number
  doubtful: number
  unbound: number
  lastRun: RunRow | null
}

export interface SourceSettings {
  everyMinutes?: number
  overwrite?: string[]
  url?: string
  lineNames?: Record<string, string>
  pictures?: 'keep' | 'none'
}

/** The operator's commands on collection sources. */
export interface CollectionManager extends Queue {
  /** Adds a source after reading its categories. @throws UnreadableSourceError */
  add(
    source: { name: string; url: string; everyMinutes: number },
    signal: AbortSignal,
  ): Promise<CollectionSourceRow | 'known'>
  list(): Promise<ListedSource[]>
  find(name: string): Promise<CollectionSourceRow | null>
  set(source: CollectionSourceRow, settings: SourceSettings): Promise<void>
  bindings(source: CollectionSourceRow): Promise<(BindingRow & { path: string | null })[]>
  categories(): Promise<CollectionCategory[]>
  /** Binds a category; null is not collected. Titles of it come with the next run. */
  bind(source: CollectionSourceRow, remoteType: number, typeId: number | null): Promise<void>
  runs(source: CollectionSourceRow, limit: number): Promise<RunRow[]>
  run(id: number): Promise<RunRow | null>
  /** Lets a run be undone; it is executed like others. */
  beginUndo(run: RunRow): Promise<'begun' | 'busy' | 'cannotBeUndone'>
  /** Notes in the audit log that the operator began a run. */
  noteRun(run: RunRow, settings: { full: boolean }): Promise<void>
  /** Removes a source; its titles stay. */
  remove(source: CollectionSourceRow): Promise<void>
}

export function createManager(parts: CollectionParts, decisions: SourceDecisions): CollectionManager {
  const { sources, runs, needs, nowSec, inTransaction } = parts

  const pathsOf = async (): Promise<Map<number, string>> =>
    new Map((await needs.categories()).map(({ id, path }) => [id, path]))

  return {
    async add({ name, url, everyMinutes }, signal) {
      if (await sources.findByName(name)) return 'known'
      const row = await sources.add({ name, url, everyMinutes, overwrite: [...defaultOverwrite], nowSec: nowSec() })
      if (!row) return 'known'
      try {
        await refreshBindings(parts, row, { signal, pauses: [] })
      } catch (err) {
        // A source that cannot be read is probably written wrongly.
        await sources.remove(row.id)
        throw err
      }
      const after = { url, everyMinutes }
      await inTransaction((tx) => decisions.note(tx, { act: 'collect add', source: name, before: null, after }))
      return row
    },

    async list() {
      const [all, counts] = await Promise.all([sources.list(), sources.counts()])
      return Promise.all(
        all.map(async (source) => {
          const [[lastRun = null], bindings] = await Promise.all([runs.list(source.id, 1), sources.bindings(source.id)])
          const unbound = bindings.filter(({ type_id, confirmed }) => type_id === null && !confirmed).length
          return { ...source, ...(counts.get(source.id) ?? { linked: 0, doubtful: 0 }), unbound, lastRun }
        }),
      )
    },

    find: sources.findByName,

    set: (source, { everyMinutes, overwrite, url, lineNames, pictures }) =>
      decisions.set(source, {
        ...(everyMinutes === undefined ? {} : { every_minutes: everyMinutes }),
        ...(overwrite === undefined ? {} : { overwrite }),
        ...(url === undefined ? {} : { url }),
        ...(lineNames === undefined ? {} : { line_names: { ...source.line_names, ...lineNames } }),
        ...(pictures === undefined ? {} : { pictures }),
      }),

    async bindings(source) {
      const paths = await pathsOf()
      const rows = await sources.bindings(source.id)
      return rows.map((row) => ({ ...row, path: row.type_id === null ? null : (paths.get(row.type_id) ?? null) }))
    },

    categories: needs.categories,

    bind: decisions.bind,

    runs: (source, limit) => runs.list(source.id, limit),
    run: runs.find,

    async beginUndo(run) {
      const isUndo = run.phase === 'undo' && run.state === 'running'
      if (!isUndo && (run.state === 'undone' || !(await runs.hasChanges(run.id)))) return 'cannotBeUndone'
      return inTransaction(async (tx) => {
        if (!(await createRunStore(tx.withTables<CollectionTables>()).beginUndo(run.id))) return 'busy'
        const source = (await sources.find(run.source_id))?.name ?? ''
        // Of an undo that was interrupted and goes on there is an entry.
        const after = { run: run.id }
        if (!isUndo) await decisions.note(tx, { act: 'collect undo', source, before: null, after })
        return 'begun'
      })
    },

    ...createQueue(parts, decisions),

    async noteRun(run, { full }) {
      const source = (await sources.find(run.source_id))?.name ?? ''
      const after = { run: run.id, full }
      await inTransaction((tx) => decisions.note(tx, { act: 'collect run', source, before: null, after }))
    },

    remove: (source) =>
      inTransaction(async (tx) => {
        await createSourceStore(tx.withTables<CollectionTables>()).remove(source.id)
        const before = { url: source.url, everyMinutes: source.every_minutes }
        await decisions.note(tx, { act: 'collect remove', source: source.name, before, after: null })
      }),
  }
}
