import type { Transaction } from 'kysely'
import type { SavedTitle, TitleSnapshot } from './collection-needs.ts'
import type { CollectionParts } from './collection-parts.ts'
import type { CollectionTables } from './collection-tables.ts'
import { pictureUrl } from './draft-rules.ts'
import { createItemStore, itemBefore, type ItemRow } from './item-store.ts'
import { createPictureStore } from './picture-store.ts'
import type { BatchPlan, PlannedTitle } from './plan-batch.ts'
import { addCounts, addExamples, type RunCounts, type RunExample, type RunProgress } from './run-rules.ts'
import { waitingExamples } from './plan-examples.ts'
import { createRunStore, type NewChange } from './run-store.ts'
import type { CollectionSourceRow } from './source-store.ts'

interface WriteContext {
  source: CollectionSourceRow
  runId: number
  /** The progress before this batch. */
  progress: RunProgress
  page: number
  pageCount: number
}

/** What was written of one planned title. */
interface Outcome {
  planned: PlannedTitle
  saved: SavedTitle
  /** It is new, or the undo of a run had removed it. */
  isAdded: boolean
}

/** A title that a plan knows was removed for good since. */
class OutdatedPlan extends Error {}

/** Titles are removed for good by a job, once an hour. */
const maxPlans = 5

function countsOf(plan: BatchPlan, outcomes: readonly Outcome[], alsoChanged: ReadonlySet<number>): Partial<RunCounts> {
  // Several rows may belong to one new title.
  const added = new Set(outcomes.flatMap(({ saved, isAdded }) => (isAdded ? [saved.id] : [])))
  const changed = outcomes.filter(({ saved, isAdded }) => !isAdded && (saved.changed || alsoChanged.has(saved.id)))
  const same = outcomes.length - changed.length - outcomes.filter(({ isAdded }) => isAdded).length
  return {
    ...plan.counts,
    added: added.size,
    changed: changed.length,
    unchanged: (plan.counts.unchanged ?? 0) + same,
    doubtful: plan.doubts.length,
  }
}

const writtenExamples = (outcomes: readonly Outcome[]): RunExample[] =>
  outcomes.map(({ planned: { draft }, saved: { id }, isAdded }): RunExample => {
    const shared = { name: draft.name, titleId: id, lines: [] }
    return isAdded ? { kind: 'added', about: '', ...shared } : { kind: 'changed', fields: [], ...shared }
  })

const itemOf = ({ planned: { vod, hash, suffix }, saved }: Outcome): ItemRow => ({
  remote_id: vod.id,
  hash,
  title_id: saved.id,
  state: 'linked',
  suffix,
  removed_sec: null,
})

/** What an undo needs. Of several rows of one title, the first holds the snapshot; the others restore only their item. */
function changesOf({ outcomes, before, after, atSec }: Stored): NewChange[] {
  const seen = new Set<number>()
  return outcomes.map(({ planned: { vod, item }, saved, isAdded }) => {
    const isFirst = !seen.has(saved.id)
    seen.add(saved.id)
    return {
      remoteId: vod.id,
      titleId: saved.id,
      created: isFirst && isAdded,
      before: isFirst && !isAdded ? (before.get(saved.id) ?? null) : null,
      itemBefore: item ? itemBefore(item) : null,
      afterSec: after.get(saved.id) ?? atSec,
    }
  })
}

/**
 * Plans and writes a batch. A plan of which a title was removed for good meanwhile is made again: written as it is, the
 * title would be added anew, with nothing but the fields that the source may overwrite.
 */
export async function planAndWrite(
  parts: CollectionParts,
  plan: () => Promise<BatchPlan>,
  context: WriteContext,
): Promise<{ progress: RunProgress; plan: BatchPlan }> {
  for (let at = 1; ; at++) {
    const planned = await plan()
    try {
      return { progress: await writeBatch(parts, planned, context), plan: planned }
    } catch (err) {
      if (!(err instanceof OutdatedPlan) || at === maxPlans) throw err
    }
  }
}

/**
 * Writes a plan in one transaction: titles with lines and episodes, addresses, items, what an undo needs, and the progress of
 * the run. A process that dies before the commit has done nothing of it.
 * @throws OutdatedPlan
 */
async function writeBatch(parts: CollectionParts, plan: BatchPlan, context: WriteContext): Promise<RunProgress> {
  const { needs, nowSec } = parts
  const atSec = nowSec()
  const knownIds = [...new Set(plan.titles.flatMap(({ known }) => (known ? [known.id] : [])))]
  const before = await needs.titles.snapshots(knownIds)
  const planned = await withOrigins(parts, plan.titles)
  const waiting = await waitingExamples(parts, plan)
  let progress = context.progress
  const alongside = async (tx: Transaction<unknown>, saved: readonly SavedTitle[]): Promise<readonly number[]> => {
    const outcomes = planned.flatMap((title, at) => {
      const own = saved[at]
      if (own?.added === true && title.known !== null) throw new OutdatedPlan()
      return own ? [{ planned: title, saved: own, isAdded: own.added || title.isBack }] : []
    })
    const addresses = outcomes
      .flatMap(({ planned: { episodes }, saved: { episodeIds } }) =>
        episodes.map(({ url }, at) => ({ episodeId: episodeIds[at] ?? 0, url })),
      )
      .toSorted((one, other) => one.episodeId - other.episodeId)
    const known = await needs.addresses.saveIn(tx, addresses, atSec)
    const counts = countsOf(plan, outcomes, new Set(known.titleIds))
    progress = {
      page: context.page,
      pageCount: context.pageCount,
      counts: addCounts(context.progress.counts, { ...counts, faults: known.refused, newHosts: known.newHosts }),
      examples: addExamples(context.progress.examples, [...writtenExamples(outcomes), ...waiting]),
    }
    const after = await needs.titles.lockIn(tx, [...new Set(outcomes.map(({ saved: { id } }) => id))])
    await storeOutcomes(tx, { plan, outcomes, before, after, context, progress, atSec })
    return known.titleIds
  }
  if (planned.length > 0)
    await needs.titles.save(
      planned.map(({ draft }) => draft),
      atSec,
      alongside,
    )
  else {
    await parts.inTransaction(async (tx) => {
      await alongside(tx, [])
    })
  }
  return progress
}

/** Titles that were made by hand have no origin until a source brings them a line. */
async function withOrigins({ needs }: CollectionParts, titles: readonly PlannedTitle[]): Promise<PlannedTitle[]> {
  const without = titles.flatMap(({ known }) => (known !== null && known.origin === null ? [known.id] : []))
  if (without.length === 0) return [...titles]
  const origins = await needs.titles.originsOf(without)
  return titles.map((title) => {
    const origin = title.known === null ? undefined : origins.get(title.known.id)
    return origin === undefined ? title : { ...title, draft: { ...title.draft, origin } }
  })
}

interface Stored {
  plan: BatchPlan
  outcomes: readonly Outcome[]
  before: ReadonlyMap<number, TitleSnapshot>
  /** When the titles were changed last, by id. */
  after: ReadonlyMap<number, number>
  context: WriteContext
  progress: RunProgress
  atSec: number
}

async function storeOutcomes(transaction: Transaction<unknown>, stored: Stored): Promise<void> {
  const { plan, outcomes, context, progress, atSec } = stored
  const { source, runId } = context
  const tx = transaction.withTables<CollectionTables>()
  const [items, runs] = [createItemStore(tx), createRunStore(tx)]
  await items.save(source.id, [
    ...outcomes.map(itemOf),
    ...plan.doubts.map(({ vod, hash }): ItemRow => ({
      remote_id: vod.id,
      hash,
      title_id: null,
      state: 'doubtful',
      suffix: '',
      removed_sec: null,
    })),
  ])
  await runs.addDoubts(source.id, runId, plan.doubts, atSec)
  await runs.removeDoubts(
    source.id,
    outcomes.map(({ planned: { vod } }) => vod.id),
  )
  await runs.addChanges(runId, changesOf(stored))
  await items.saveKeys(
    outcomes.flatMap(({ planned: { keys, digest }, saved }) =>
      saved.added && keys.length > 0 ? [{ id: saved.id, keys, digest }] : [],
    ),
  )
  await createPictureStore(tx).add(source.pictures === 'keep' ? picturesOf(outcomes, source) : [], atSec)
  await runs.saveProgress(runId, progress)
}

/** The pictures of titles that have no poster. */
function picturesOf(outcomes: readonly Outcome[], { url }: CollectionSourceRow): { titleId: number; url: string }[] {
  return outcomes.flatMap(({ planned: { vod, known }, saved: { id } }) => {
    const picture = known === null || known.poster === '' ? pictureUrl(vod.picture, url) : null
    return picture === null ? [] : [{ titleId: id, url: picture }]
  })
}
