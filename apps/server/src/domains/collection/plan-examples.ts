import type { CollectionParts } from './collection-parts.ts'
import { isSameName, shownChange } from './compare-rules.ts'
import type { BatchPlan, PlannedTitle } from './plan-batch.ts'
import type { LineChange, RunExample } from './run-rules.ts'

/** The lines that would be new or longer. @param counts the episodes of our lines, by name */
function lineChanges({ episodes }: PlannedTitle, counts: ReadonlyMap<string, number>): LineChange[] {
  const lines = Map.groupBy(episodes, ({ source }) => source)
  return [...lines]
    .map(([name, own]) => ({ name, ours: counts.get(name) ?? 0, theirs: own.length }))
    .filter(({ ours, theirs }) => theirs > ours)
}

const joined = (parts: readonly (string | number)[]): string =>
  parts.filter((part) => part !== '' && part !== 0).join(' ')

/** What would become of a title; null if nothing would be written of it. */
export function plannedExample(planned: PlannedTitle, counts: ReadonlyMap<string, number>): RunExample | null {
  const { known, isBack, vod, category, differences } = planned
  if (known === null || isBack) {
    const about = joined([category.path, vod.year, vod.area])
    return { kind: 'added', name: vod.name, titleId: known?.id ?? null, about, lines: lineChanges(planned, new Map()) }
  }
  const lines = lineChanges(planned, counts)
  if (lines.length === 0 && differences.every(({ action }) => action !== 'write')) return null
  const shown = differences.filter(
    ({ field, action }) => field !== 'name' || action !== 'leave' || !isSameName(known.name, vod.name),
  )
  const fields = shown.map((difference) => shownChange(difference, known, category))
  return { kind: 'changed', name: known.name, titleId: known.id, fields, lines }
}

/** The rows of a plan that are not written. */
export async function waitingExamples(
  { needs }: Pick<CollectionParts, 'needs'>,
  { doubts, unbound }: Pick<BatchPlan, 'doubts' | 'unbound'>,
): Promise<RunExample[]> {
  const best = await needs.titles.facts([...new Set(doubts.flatMap(({ candidates: [first] }) => first?.id ?? []))])
  const byId = new Map(best.map((title) => [title.id, title]))
  return [
    ...doubts.map(({ vod, candidates: [first] }): RunExample => {
      const title = first && byId.get(first.id)
      const ours = title ? joined([title.name, title.category, title.year]) : ''
      const theirs = joined([vod.name, vod.typeName, vod.year])
      return { kind: 'doubtful', name: vod.name, titleId: title?.id ?? null, ours, theirs }
    }),
    ...unbound.map(({ name, typeName }): RunExample => ({ kind: 'unbound', name, titleId: null, category: typeName })),
  ]
}
