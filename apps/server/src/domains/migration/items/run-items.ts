import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { MigrationTables } from '../migration-tables.ts'
import { newTable, type RefusedReason, type TableReport } from '../report-rules.ts'
import type { MigrationRun } from '../run-table.ts'
import { createItemStore, type ItemEntry, type ItemKind, type ItemStore, type KnownItem } from './item-store.ts'

/** A run that takes the items of a server whose ids are texts. */
export interface ItemRun extends Omit<MigrationRun, 'source' | 'planned' | 'site' | 'siteUrl'> {
  items: ItemStore
  /** 0 in a dry run of a server that nothing was taken from. */
  sourceId: number
  /** Of a dry run: what would have been taken so far, and for what leads to a title a number below 0 for the title. */
  planned: Map<string, number>
}

/** An item of a server. `fingerprint` is what makes it a changed one. */
export interface Item<Value> {
  key: string
  fingerprint: unknown
  value: Value
}

/** An item that is new, or differs from how it was taken. */
export interface FreshItem<Value> {
  key: string
  hash: Buffer
  value: Value
  known: KnownItem | null
}

export interface ItemTally {
  table: TableReport
  took(fresh: FreshItem<unknown>): void
  refuse(reason: RefusedReason, count?: number): void
}

const hashOf = (value: unknown): Buffer => createHash('sha256').update(JSON.stringify(value)).digest().subarray(0, 16)

export const entryOf = ({ key, hash }: FreshItem<unknown>, id: number | null, level = 0): ItemEntry => ({
  key,
  id,
  level,
  hash,
})

/** Adds a table to the report. */
export function startTable({ report }: Pick<ItemRun, 'report'>, name: string): ItemTally {
  const table = newTable(name)
  report.tables.push(table)
  return {
    table,
    took: ({ known }) => void (known ? table.changed++ : table.added++),
    refuse: (reason, count = 1) => void (table.refused[reason] = (table.refused[reason] ?? 0) + count),
  }
}

/**
 * Reads items in batches and leaves out those that were taken as they are. An item that comes twice is taken once. `work`
 * takes the others and remembers them in its own transaction, so that a run that was killed goes on where it stopped.
 */
export async function runItems<Value>(
  run: ItemRun,
  { kind, tally, total = 0 }: { kind: ItemKind; tally: ItemTally; total?: number },
  items: AsyncIterable<Item<Value>> | Iterable<Item<Value>>,
  work: (fresh: readonly FreshItem<Value>[]) => Promise<void>,
): Promise<void> {
  const { table } = tally
  const seen = new Set<string>()
  const take = async (batch: readonly Item<Value>[]): Promise<void> => {
    run.signal.throwIfAborted()
    const known = await run.items.known(
      run.sourceId,
      kind,
      batch.map(({ key }) => key),
    )
    const fresh = batch
      .map(({ key, fingerprint, value }) => ({ key, value, hash: hashOf(fingerprint), known: known.get(key) ?? null }))
      .filter(({ hash, known: before }) => before?.hash.equals(hash) !== true)
    table.unchanged += batch.length - fresh.length
    if (fresh.length > 0) await work(fresh)
    run.onProgress(table, total)
  }
  let batch: Item<Value>[] = []
  for await (const item of items) {
    table.read++
    if (seen.has(item.key)) {
      tally.refuse('repeated')
      continue
    }
    seen.add(item.key)
    if (batch.push(item) < run.batchSize) continue
    await take(batch)
    batch = []
  }
  if (batch.length > 0) await take(batch)
  await run.onTable()
}

/** Stores what items became, in the transaction that stored them. */
export const rememberItems = (
  { sourceId }: Pick<ItemRun, 'sourceId'>,
  tx: Transaction<unknown>,
  kind: ItemKind,
  entries: readonly ItemEntry[],
): Promise<void> => createItemStore(tx.withTables<MigrationTables>()).save(sourceId, kind, entries)
