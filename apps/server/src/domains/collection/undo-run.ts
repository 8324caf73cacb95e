import type { Transaction } from 'kysely'
import type { CollectionParts } from './collection-parts.ts'
import type { CollectionTables } from './collection-tables.ts'
import { createItemStore, type RestoredItem } from './item-store.ts'
import type { WhileWriting } from './run-lock-store.ts'
import { addCounts, addExamples, type RunExample } from './run-rules.ts'
import { createRunStore, type ChangeRow, type RunRow } from './run-store.ts'

const changesPerBatch = 200

/** What becomes of a change: titles that somebody changed since stay. */
interface Sorted {
  removed: ChangeRow[]
  restored: ChangeRow[]
  /** Rows without a part in the title, and those of titles that are gone. */
  itemsOnly: ChangeRow[]
  conflicts: ChangeRow[]
}

function sortChanges(
  changes: readonly ChangeRow[],
  updatedSec: ReadonlyMap<number, number>,
  corrected: ReadonlySet<number>,
): Sorted {
  const sorted: Sorted = { removed: [], restored: [], itemsOnly: [], conflicts: [] }
  for (const change of changes) {
    const current = updatedSec.get(change.title_id)
    if (current === undefined || (!change.created && change.before === null)) sorted.itemsOnly.push(change)
    else if (current !== change.after_sec || corrected.has(change.title_id)) sorted.conflicts.push(change)
    else if (change.created) sorted.removed.push(change)
    else sorted.restored.push(change)
  }
  return sorted
}

async function undoBatch(
  parts: CollectionParts,
  run: RunRow,
  transaction: Transaction<unknown>,
): Promise<{ run: RunRow; afterCommit: () => void } | null> {
  const { titles } = parts.needs
  const tx = transaction.withTables<CollectionTables>()
  const runs = createRunStore(tx)
  // A title that a run changed twice is brought back step by step, the last change first.
  const changes = lastOfEachTitle(await runs.lastChanges(run.id, changesPerBatch))
  if (changes.length === 0) return null
  const ids = [...new Set(changes.map(({ title_id }) => title_id))].toSorted((one, other) => one - other)
  const updatedSec = await titles.lockIn(transaction, ids)
  // Corrections do not count as changes of a title that lists show.
  const corrected = await titles.correctedIn(transaction, ids, run.started_sec)
  const { removed, restored, itemsOnly, conflicts } = sortChanges(changes, updatedSec, corrected)
  const { removedSec, afterCommit } = await titles.undoIn(transaction, {
    runId: run.id,
    added: removed.map(({ title_id }) => title_id),
    changed: restored.map(({ title_id, before }) => ({ id: title_id, snapshot: before ?? {} })),
  })
  await createItemStore(tx).restore(run.source_id, [
    ...removed.map((change) => ({
      ...itemOf(change),
      removed: { titleId: change.title_id, atSec: removedSec },
    })),
    ...[...restored, ...itemsOnly].map(itemOf),
  ])
  await runs.removeChanges(changes.map(({ id }) => id))
  const named = await namesOf(parts, conflicts)
  const counts = addCounts(run.counts, { undone: removed.length + restored.length, conflicts: conflicts.length })
  const examples = addExamples(run.examples, named)
  await runs.saveProgress(run.id, { page: run.page, pageCount: run.page_count, counts, examples })
  return { run: { ...run, counts, examples }, afterCommit }
}

const itemOf = ({ remote_id, item_before }: ChangeRow): RestoredItem => ({ remoteId: remote_id, before: item_before })

function lastOfEachTitle(changes: readonly ChangeRow[]): ChangeRow[] {
  const seen = new Set<number>()
  const chosen: ChangeRow[] = []
  for (const change of changes) {
    // Behind the second change of a title nothing may be done before it: the order of changes is kept.
    if (seen.has(change.title_id)) break
    seen.add(change.title_id)
    chosen.push(change)
  }
  return chosen
}

async function namesOf({ needs }: CollectionParts, conflicts: readonly ChangeRow[]): Promise<RunExample[]> {
  const facts = await needs.titles.facts(conflicts.map(({ title_id }) => title_id))
  return facts.map(({ id, name }) => ({ kind: 'conflict', name, titleId: id, fields: [] }))
}

/**
 * Takes back what a run did, the last change first: titles that it added are put into the bin, and others get back what they
 * had. Continues where a killed process stopped, because each batch removes its changes in its transaction. No other run
 * recognises or writes titles meanwhile: it would add those again that this one has just removed.
 */
export async function undoRun(
  parts: CollectionParts,
  run: RunRow,
  {
    signal,
    onProgress,
    whileWriting,
  }: { signal: AbortSignal; onProgress: (run: RunRow) => void; whileWriting: WhileWriting },
): Promise<void> {
  for (let current = run; ;) {
    signal.throwIfAborted()
    const done = await whileWriting(() => parts.inTransaction((tx) => undoBatch(parts, current, tx)))
    if (done === null) break
    done.afterCommit()
    current = done.run
    onProgress(current)
  }
  const waiting = await parts.runs.removeDoubtsOf(run.id)
  await parts.items.restore(
    run.source_id,
    waiting.map((remoteId) => ({ remoteId, before: null })),
  )
  await parts.runs.end(run.id, 'undone', { nowSec: parts.nowSec() })
  // What was taken back is offered again by the next run, which must read everything for it.
  await parts.sources.update(run.source_id, { since_sec: 0 })
}
