/** What a run did, or would do. */
export interface RunCounts {
  /** Titles that the source sent. */
  rows: number
  added: number
  changed: number
  unchanged: number
  doubtful: number
  /** Of categories that are not bound yet. */
  unbound: number
  /** Of categories and titles that the operator does not want. */
  skipped: number
  /** Rows that could not be read, and episodes without a usable address. */
  faults: number
  /** Hosts that nobody knew. */
  newHosts: number
  /** Titles that an undo left as they are, because somebody changed them since. */
  conflicts: number
  /** Titles that an undo brought back to how they were. */
  undone: number
}

export const noCounts: RunCounts = {
  rows: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  doubtful: 0,
  unbound: 0,
  skipped: 0,
  faults: 0,
  newHosts: 0,
  conflicts: 0,
  undone: 0,
}

export function addCounts(one: RunCounts, other: Partial<RunCounts>): RunCounts {
  return {
    rows: one.rows + (other.rows ?? 0),
    added: one.added + (other.added ?? 0),
    changed: one.changed + (other.changed ?? 0),
    unchanged: one.unchanged + (other.unchanged ?? 0),
    doubtful: one.doubtful + (other.doubtful ?? 0),
    unbound: one.unbound + (other.unbound ?? 0),
    skipped: one.skipped + (other.skipped ?? 0),
    faults: one.faults + (other.faults ?? 0),
    newHosts: one.newHosts + (other.newHosts ?? 0),
    conflicts: one.conflicts + (other.conflicts ?? 0),
    undone: one.undone + (other.undone ?? 0),
  }
}

/** One field of a title: ours, the source's, and whether the source's is written. */
export interface FieldChange {
  field: string
  ours: string
  theirs: string
  /** `write`: theirs is written; `leave`: ours stays, because it may not be overwritten; `locked`: because it was corrected by hand. */
  action: 'write' | 'leave' | 'locked'
}

/** A line of a title: how many episodes we have, and how many the source has. */
export interface LineChange {
  name: string
  ours: number
  theirs: number
}

interface Example {
  name: string
  /** Null for one that does not exist yet. */
  titleId: number | null
}

/** An example of what a run did or would do, for its report. */
export type RunExample =
  /** `about`: its category, year and area, of one that does not exist yet. */
  | (Example & { kind: 'added'; about: string; lines: readonly LineChange[] })
  | (Example & { kind: 'changed'; fields: readonly FieldChange[]; lines: readonly LineChange[] })
  /** The best candidate, and what the source has. */
  | (Example & { kind: 'doubtful'; ours: string; theirs: string })
  /** Of a category of the source that is not bound. */
  | (Example & { kind: 'unbound'; category: string })
  /** Changed since, with what is known of it. */
  | (Example & { kind: 'conflict'; fields: readonly FieldChange[] })

/** Where a run is. */
export interface RunProgress {
  page: number
  pageCount: number
  counts: RunCounts
  examples: readonly RunExample[]
}

/** Of each kind. */
const maxExamples = 20

/** The first examples of each kind. */
export function addExamples(known: readonly RunExample[], found: readonly RunExample[]): RunExample[] {
  const all = [...known]
  for (const example of found) {
    if (all.filter(({ kind }) => kind === example.kind).length < maxExamples) all.push(example)
  }
  return all
}

/** Where a run is in a source's pages. */
export interface Paging {
  page: number
  pageCount: number
  /** Pages in a row that brought nothing new. */
  stale: number
  isOver: boolean
}

/** Sources repeat a page now and then, and some answer every page with the first. */
const maxStale = 5
const maxPages = 200_000

/**
 * The state after a page. Stated page counts are unreliable: before the stated last page, up to `maxStale` pages without
 * new ids are skipped; after it, one ends the run.
 */
export function nextPaging(
  paging: Paging,
  found: { page: number; pageCount: number; unseen: number; maxPages: number },
): Paging {
  const pageCount = Math.max(paging.pageCount, found.pageCount)
  const stale = found.unseen === 0 ? paging.stale + 1 : 0
  const isPast = found.page >= pageCount
  const last = found.maxPages > 0 ? found.maxPages : maxPages
  const isOver = found.page >= last || stale >= maxStale || (isPast && stale > 0)
  return { page: found.page, pageCount, stale, isOver }
}

/** Hours to ask a source for, so that nothing that changed since is missed although clocks differ; 0 for everything. */
export function hoursSince(sinceSec: number, nowSec: number): number {
  return sinceSec === 0 ? 0 : Math.max(1, Math.ceil((nowSec - sinceSec) / 3600)) + 2
}
