import type { CollectionParts } from './collection-parts.ts'
import { existingDraft, fieldChanges, isSameName } from './draft-rules.ts'
import type { BatchPlan, PlannedTitle } from './plan-batch.ts'
import { addCounts, addExamples, type FieldChange, type RunExample, type RunProgress } from './run-rules.ts'
import type { SourceRow } from './source-store.ts'

/** The lines that would be new or longer. */
function lineChanges({ episodes }: PlannedTitle, counts: ReadonlyMap<string, number>): FieldChange[] {
  const lines = Map.groupBy(episodes, ({ source }) => source)
  return [...lines].flatMap(([line, own]): FieldChange[] => {
    const ours = counts.get(line) ?? 0
    if (own.length <= ours) return []
    return [{ field: `line:${line}`, ours: String(ours), theirs: String(own.length), taken: 'source' }]
  })
}

function exampleOf(planned: PlannedTitle, source: SourceRow, counts: ReadonlyMap<string, number>): RunExample {
  const { known, isBack, vod, category } = planned
  if (known === null || isBack) {
    const theirs = [category.path, vod.year > 0 ? String(vod.year) : '', vod.area]
      .filter((part) => part !== '')
      .join(' ')
    const field: FieldChange = { field: 'new', ours: '', theirs, taken: 'source' }
    return {
      kind: 'added',
      name: vod.name,
      titleId: known?.id ?? null,
      fields: [field, ...lineChanges(planned, new Map())],
    }
  }
  const fields = fieldChanges(vod, { known, category, overwrite: source.overwrite }).filter(
    ({ field, taken }) => taken !== 'ours' || field !== 'name' || !isSameName(known.name, vod.name),
  )
  return { kind: 'changed', name: known.name, titleId: known.id, fields: [...fields, ...lineChanges(planned, counts)] }
}

/** Whether anything of a title would be written. */
function changesAnything(
  { known, vod, category, draft }: PlannedTitle,
  source: SourceRow,
  example: RunExample,
): boolean {
  if (known === null || example.fields.some(({ taken }) => taken === 'source')) return true
  // What a preview does not list, such as other names.
  const origin = known.origin ?? ''
  const wanted = existingDraft(vod, { known, origin, category, episodes: [], overwrite: source.overwrite })
  return draft.alias !== undefined && wanted.alias?.join() !== known.alias.join()
}

/** Counts what a plan would do, and shows examples. Writes nothing but the run's report. */
export async function previewBatch(
  parts: CollectionParts,
  plan: BatchPlan,
  {
    source,
    runId,
    progress,
    page,
    pageCount,
  }: {
    source: SourceRow
    runId: number
    progress: RunProgress
    page: number
    pageCount: number
  },
): Promise<RunProgress> {
  const known = plan.titles.flatMap((title) => (title.known ? [title.known.id] : []))
  const counts = await parts.needs.titles.lineCounts(known)
  const examples: RunExample[] = []
  const found = { added: 0, changed: 0, unchanged: plan.counts.unchanged ?? 0 }
  for (const planned of plan.titles) {
    const example = exampleOf(planned, source, counts.get(planned.known?.id ?? 0) ?? new Map())
    if (planned.known === null || planned.isBack) found.added++
    else if (changesAnything(planned, source, example)) found.changed++
    else {
      found.unchanged++
      continue
    }
    examples.push(example)
  }
  for (const { vod, candidates } of plan.doubts) {
    const [best] = await parts.needs.titles.facts(candidates.slice(0, 1).map(({ id }) => id))
    const ours = best ? [best.name, best.category, best.year > 0 ? String(best.year) : ''].join(' ').trim() : ''
    const theirs = [vod.name, vod.typeName, vod.year > 0 ? String(vod.year) : ''].join(' ').trim()
    examples.push({
      kind: 'doubtful',
      name: vod.name,
      titleId: best?.id ?? null,
      fields: [{ field: 'same', ours, theirs, taken: 'ours' }],
    })
  }
  for (const { name, typeName } of plan.unbound) {
    const field: FieldChange = { field: 'category', ours: '', theirs: typeName, taken: 'ours' }
    examples.push({ kind: 'unbound', name, titleId: null, fields: [field] })
  }
  const next: RunProgress = {
    page,
    pageCount,
    counts: addCounts(progress.counts, { ...plan.counts, ...found, doubtful: plan.doubts.length }),
    examples: addExamples(progress.examples, examples),
  }
  await parts.runs.saveProgress(runId, next)
  return next
}
