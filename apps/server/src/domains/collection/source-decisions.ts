import type { Transaction, Updateable } from 'kysely'
import * as z from 'zod/mini'
import { appendAudit, commandEntry, type UndoableAct } from '../../platform/audit/audit.ts'
import type { CollectionParts } from './collection-parts.ts'
import type { CollectionTables } from './collection-tables.ts'
import { createSourceStore, type BindingRow, type CollectionSourceRow, type SourceStore } from './source-store.ts'

/** What operators decide about sources, in the audit log; what is set and bound can be undone. */
export interface SourceDecisions {
  /** Writes an entry about a source. */
  note(tx: Transaction<unknown>, entry: { act: string; source: string; before: unknown; after: unknown }): Promise<void>
  set(source: CollectionSourceRow, values: SourceValues): Promise<void>
  bind(source: CollectionSourceRow, remoteType: number, typeId: number | null): Promise<void>
  readonly undoable: readonly UndoableAct[]
}

/** What can be set of a source. */
const Values = z.partial(
  z.object({
    every_minutes: z.int(),
    overwrite: z.array(z.string()),
    url: z.string(),
    line_names: z.record(z.string(), z.string()),
    pictures: z.enum(['keep', 'none']),
  }),
)
type SourceValues = z.output<typeof Values>

const StoredValues = z.object({ sourceId: z.int(), values: Values })
const StoredBinding = z.object({
  sourceId: z.int(),
  remoteType: z.int(),
  remoteName: z.string(),
  typeId: z.nullable(z.int()),
  confirmed: z.boolean(),
})

const storeIn = (tx: Transaction<unknown>): SourceStore => createSourceStore(tx.withTables<CollectionTables>())

/** The values of a source that are named in others. */
function valuesOf(
  { every_minutes, overwrite, url, line_names, pictures }: CollectionSourceRow,
  like: object,
): SourceValues {
  const all = { every_minutes, overwrite, url, line_names, pictures }
  return Values.parse(Object.fromEntries(Object.entries(all).filter(([name]) => name in like)))
}

const bindingOf = ({ source_id, remote_type, remote_name, type_id, confirmed }: BindingRow) => ({
  sourceId: source_id,
  remoteType: remote_type,
  remoteName: remote_name,
  typeId: type_id,
  confirmed,
})

/** The columns that follow from values: the next run, and that it reads everything from another address. */
const columnsOf = (
  { every_minutes, overwrite, url, line_names, pictures }: SourceValues,
  nowSec: number,
): Updateable<CollectionTables['collection_source']> => ({
  ...(every_minutes === undefined ? {} : { every_minutes, next_sec: nowSec + every_minutes * 60 }),
  ...(overwrite === undefined ? {} : { overwrite }),
  ...(url === undefined ? {} : { url, since_sec: 0 }),
  ...(line_names === undefined ? {} : { line_names: JSON.stringify(line_names) }),
  ...(pictures === undefined ? {} : { pictures }),
})

export function createSourceDecisions({ clock, nowSec, inTransaction }: CollectionParts): SourceDecisions {
  const entryOf = (act: string, source: string, change: { before: unknown; after: unknown; undoable?: true }) =>
    commandEntry(clock, { domain: 'collection', act, subject: `source ${source}`, ...change })

  const bindingIn = async (tx: Transaction<unknown>, sourceId: number, remoteType: number) =>
    (await storeIn(tx).bindings(sourceId)).find(({ remote_type }) => remote_type === remoteType)

  return {
    async note(tx, { act, source, before, after }) {
      await appendAudit(tx, entryOf(act, source, { before, after }))
    },

    set: (source, values) =>
      inTransaction(async (tx) => {
        const current = await storeIn(tx).lock(source.id)
        if (!current) return
        await storeIn(tx).update(source.id, columnsOf(values, nowSec()))
        const [before, after] = [valuesOf(current, values), values].map((each) => ({
          sourceId: source.id,
          values: each,
        }))
        await appendAudit(tx, entryOf('collect set', source.name, { before, after, undoable: true }))
      }),

    bind: (source, remoteType, typeId) =>
      inTransaction(async (tx) => {
        await storeIn(tx).lock(source.id)
        const former = await bindingIn(tx, source.id, remoteType)
        if (!former) return
        await storeIn(tx).bind(source.id, { remoteType, typeId, confirmed: true })
        await storeIn(tx).update(source.id, { since_sec: 0 })
        const before = bindingOf(former)
        const after = { ...before, typeId, confirmed: true }
        await appendAudit(tx, entryOf('collect bind', source.name, { before, after, undoable: true }))
      }),

    undoable: [
      {
        domain: 'collection',
        act: 'collect set',
        async current(tx, { after }) {
          const { sourceId, values } = StoredValues.parse(after)
          const source = await storeIn(tx).lock(sourceId)
          return source ? { sourceId, values: valuesOf(source, values) } : null
        },
        async restore(tx, { before }) {
          const { sourceId, values } = StoredValues.parse(before)
          await storeIn(tx).update(sourceId, columnsOf(values, nowSec()))
          return () => undefined
        },
      },
      {
        domain: 'collection',
        act: 'collect bind',
        async current(tx, { after }) {
          const { sourceId, remoteType } = StoredBinding.parse(after)
          await storeIn(tx).lock(sourceId)
          const binding = await bindingIn(tx, sourceId, remoteType)
          return binding ? bindingOf(binding) : null
        },
        async restore(tx, { before }) {
          const { sourceId, ...binding } = StoredBinding.parse(before)
          await storeIn(tx).bind(sourceId, binding)
          await storeIn(tx).update(sourceId, { since_sec: 0 })
          return () => undefined
        },
      },
    ],
  }
}
