import type { CollectionParts } from './collection-parts.ts'
import type { BatchPlan } from './plan-batch.ts'
import { plannedExample, waitingExamples } from './plan-examples.ts'
import { addCounts, addExamples, type RunExample, type RunProgress } from './run-rules.ts'

/** Counts what a plan would do, and shows examples. Writes nothing but the run's report. */
export async function previewBatch(
  parts: CollectionParts,
  plan: BatchPlan,
  { runId, progress, page, pageCount }: { runId: number; progress: RunProgress; page: number; pageCount: number },
): Promise<RunProgress> {
  const known = plan.titles.flatMap((title) => (title.known ? [title.known.id] : []))
  const counts = await parts.needs.titles.lineCounts(known)
  const examples: RunExample[] = []
  const found = { added: 0, changed: 0, unchanged: plan.counts.unchanged ?? 0 }
  for (const planned of plan.titles) {
    const example = plannedExample(planned, counts.get(planned.known?.id ?? 0) ?? new Map())
    if (example === null) found.unchanged++
    else {
      found[example.kind === 'added' ? 'added' : 'changed']++
      examples.push(example)
    }
  }
  examples.push(...(await waitingExamples(parts, plan)))
  const next: RunProgress = {
    page,
    pageCount,
    counts: addCounts(progress.counts, { ...plan.counts, ...found, doubtful: plan.doubts.length }),
    examples: addExamples(progress.examples, examples),
  }
  await parts.runs.saveProgress(runId, next)
  return next
}
