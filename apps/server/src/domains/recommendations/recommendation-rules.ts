import type { TitleFeatures, WatchedNext } from './recommendations-needs.ts'

/** Pure rules of recommendations. */

export interface Candidate {
  titleId: number
  sourceId: number
  reason: 'next' | 'person' | 'genre'
  /** The person or genre; empty for `next`. */
  detail: string
  /** How much this reason counts. */
  weight: number
}

/** Each user has at most this many. */
export const maxRecommendations = 24
/** One watched title leads to at most this many. */
const maxPerSource = 10
/** Titles watched long ago count less. */
const ageFactor = 0.15

export const nextCandidates = (next: readonly WatchedNext[]): Candidate[] =>
  next.map(({ sourceId, titleId, count }) => ({
    titleId,
    sourceId,
    reason: 'next',
    detail: '',
    weight: 2 + Math.log2(1 + count),
  }))

const personWeight = { director: 3, actor: 2 } as const

/** The people of a title by whom others are found: the first director, the first two actors. */
export const leadsOf = ({ directors, actors }: TitleFeatures): { name: string; weight: number }[] => [
  ...directors.slice(0, 1).map((name) => ({ name, weight: personWeight.director })),
  ...actors.slice(0, 2).map((name) => ({ name, weight: personWeight.actor })),
]

export const personCandidates = (
  sourceId: number,
  { name, weight }: { name: string; weight: number },
  titleIds: readonly number[],
): Candidate[] => titleIds.map((titleId) => ({ titleId, sourceId, reason: 'person', detail: name, weight }))

/** Better titles first: the weight falls from 1 to a half. */
export const genreCandidates = (sourceId: number, genre: string, titleIds: readonly number[]): Candidate[] =>
  titleIds.map((titleId, at) => ({
    titleId,
    sourceId,
    reason: 'genre',
    detail: genre,
    weight: 1 - at / (2 * titleIds.length),
  }))

/**
 * Chooses titles by the sum of their candidates' weights, each with its heaviest reason.
 *
 * @param watched the titles that led to the candidates, newest first; they and `excluded` are never chosen
 */
export function choose(
  candidates: readonly Candidate[],
  watched: readonly number[],
  excluded: ReadonlySet<number>,
): Candidate[] {
  const own = new Set(watched)
  const weightOf = ({ sourceId, weight }: Candidate): number =>
    weight / (1 + ageFactor * Math.max(0, watched.indexOf(sourceId)))
  const byTitle = Map.groupBy(
    candidates.filter(({ titleId }) => !own.has(titleId) && !excluded.has(titleId)),
    ({ titleId }) => titleId,
  )
  const ranked = [...byTitle.values()]
    .map((reasons) => ({
      best: reasons.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one)),
      sum: reasons.reduce((sum, reason) => sum + weightOf(reason), 0),
    }))
    .toSorted((one, other) => other.sum - one.sum || one.best.titleId - other.best.titleId)
  const perSource = new Map<number, number>()
  const chosen: Candidate[] = []
  for (const { best } of ranked) {
    const count = perSource.get(best.sourceId) ?? 0
    if (count >= maxPerSource) continue
    perSource.set(best.sourceId, count + 1)
    chosen.push(best)
    if (chosen.length === maxRecommendations) break
  }
  return chosen
}
