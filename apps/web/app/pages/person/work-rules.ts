import type { PersonWork } from '@yunmu/contract'

/** Pure rules of a person's works. */

export type WorkKind = 'all' | 'acted' | 'directed'
export type WorkOrder = 'year' | 'score'

export const isOfKind = (work: PersonWork, kind: WorkKind): boolean =>
  kind === 'all' || (kind === 'acted' ? work.acted : work.directed)

export interface WorkGroup {
  /** 0 is unknown. Null if the works are not grouped by year. */
  year: number | null
  works: readonly PersonWork[]
}

/** Works in an order: by year in groups, the newest first; by score in one group, the best first. */
export function groupsOf(works: readonly PersonWork[], order: WorkOrder): WorkGroup[] {
  if (order === 'score') {
    const sorted = works.toSorted((one, other) => other.title.score - one.title.score)
    return sorted.length === 0 ? [] : [{ year: null, works: sorted }]
  }
  const groups = Map.groupBy(works, ({ title }) => title.year)
  return [...groups].toSorted(([one], [other]) => other - one).map(([year, ofYear]) => ({ year, works: ofYear }))
}

/** The work that a person is known for: the best score, then the most plays. */
export const bestWork = (works: readonly PersonWork[]): PersonWork | undefined =>
  works.toSorted((one, other) => other.title.score - one.title.score || other.title.hits - one.title.hits)[0]
