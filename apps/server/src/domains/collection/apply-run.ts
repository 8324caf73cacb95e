import type { ProvideReply, ProvideVod } from '@yunmu/formats'
import { fetchPage } from './fetch-page.ts'
import type { CollectionParts } from './collection-parts.ts'
import { proposeCategory } from './binding-rules.ts'
import { previewBatch } from './preview-batch.ts'
import type { WhileWriting } from './run-lock-store.ts'
import { planBatch, type BatchPlan, type PlanSource } from './plan-batch.ts'
import { refreshKeys } from './key-index.ts'
import { hoursSince, nextPaging, type Paging, type RunProgress } from './run-rules.ts'
import type { RunRow } from './run-store.ts'
import type { CollectionSourceRow } from './source-store.ts'
import { planAndWrite } from './write-batch.ts'

/** Pages that are fetched while others are written. */
const pagesAhead = 3
/** Rows of several small pages are written together. */
const rowsPerBatch = 150
/**
 * Titles that change while a run reads move to the first page, which it has passed. More than these change in no run that
 * ends; what is beyond comes with the next one, which asks for what changed since this one began.
 */
const maxClosingPages = 50

export interface RunContext {
  signal: AbortSignal
  onProgress(progress: RunProgress): void
  whileWriting: WhileWriting
}

/** Fetches the categories of a source and proposes ours for those that the operator did not decide about. */
export async function refreshBindings(
  parts: CollectionParts,
  source: CollectionSourceRow,
  options: Parameters<typeof fetchPage>[3],
): Promise<void> {
  const { categories: remote, vods } = await fetchPage(
    parts.egress,
    source.url,
    { page: 1, hours: 0, kind: 'list' },
    options,
  )
  const ours = await parts.needs.categories()
  const byId = new Map(remote.map((category) => [category.id, category]))
  // Some sources send no categories: their names are in the rows.
  for (const { typeId, typeName } of vods) {
    if (!byId.has(typeId) && typeName !== '') byId.set(typeId, { id: typeId, parentId: 0, name: typeName })
  }
  await parts.sources.saveBindings(
    source.id,
    [...byId.values()].map(({ id, parentId, name }) => ({
      remoteType: id,
      remoteName: name,
      parentType: parentId,
      typeId: proposeCategory(name, ours),
    })),
  )
}

/** A source with its bindings. Categories without a proposal or a decision are absent. */
export async function planSourceOf(parts: CollectionParts, source: CollectionSourceRow): Promise<PlanSource> {
  const [bindings, categories] = await Promise.all([parts.sources.bindings(source.id), parts.needs.categories()])
  const byId = new Map(categories.map((category) => [category.id, category]))
  return {
    source,
    bindings: new Map(
      bindings.flatMap(({ remote_type, type_id, confirmed }) => {
        const category = type_id === null ? undefined : byId.get(type_id)
        return category || confirmed ? [[remote_type, category ?? null] as const] : []
      }),
    ),
  }
}

/** Fetches pages in order, some ahead of those that are read. */
function createPageReader(
  parts: CollectionParts,
  source: CollectionSourceRow,
  request: { hours: number },
  signal: AbortSignal,
) {
  const waiting = new Map<number, Promise<ProvideReply>>()
  const fetch = (page: number): Promise<ProvideReply> => {
    const known = waiting.get(page)
    if (known) return known
    const reply = fetchPage(parts.egress, source.url, { page, hours: request.hours, kind: 'videolist' }, { signal })
    // A page that nobody reads any more may fail.
    reply.catch(() => undefined)
    waiting.set(page, reply)
    return reply
  }
  return async (page: number, pageCount: number): Promise<ProvideReply> => {
    const reply = fetch(page)
    for (let ahead = page + 1; ahead <= Math.min(page + pagesAhead, pageCount); ahead++) void fetch(ahead)
    const result = await reply
    waiting.delete(page)
    return result
  }
}

interface PageBatch {
  rows: ProvideVod[]
  /** Rows of ids that the run has met before: they are counted only if something is done with them. */
  repeated: ReadonlySet<number>
  faults: number
}

interface RunReading {
  source: CollectionSourceRow
  run: RunRow
  signal: AbortSignal
  /** The source's ids that the run has met, in this process. */
  seen: Set<number>
}

/**
 * Reads the pages of a run from its last stored one, and hands over their rows in batches. Returns the pages that repeated
 * others: what should have been there is not known.
 */
async function readPages(
  parts: CollectionParts,
  { source, run, signal, seen }: RunReading,
  onBatch: (batch: PageBatch, paging: Paging) => Promise<void>,
): Promise<number[]> {
  const read = createPageReader(parts, source, { hours: run.hours }, signal)
  let paging: Paging = { page: run.page, pageCount: run.page_count, stale: 0, isOver: false }
  let rows: ProvideVod[] = []
  let repeated = new Set<number>()
  let faults = 0
  const gaps: number[] = []
  while (!paging.isOver) {
    signal.throwIfAborted()
    const page = paging.page + 1
    const reply = await read(page, paging.pageCount)
    const unseen = reply.vods.filter(({ id }) => !seen.has(id)).length
    for (const { id } of reply.vods) {
      if (seen.has(id)) repeated.add(id)
      seen.add(id)
    }
    paging = nextPaging(paging, { page, pageCount: reply.pageCount, unseen, maxPages: run.max_pages })
    if (reply.vods.length > 0 && unseen === 0) gaps.push(page)
    rows.push(...reply.vods)
    faults += reply.faults.length
    if (rows.length >= rowsPerBatch || paging.isOver) {
      await onBatch({ rows, repeated, faults }, paging)
      rows = []
      repeated = new Set()
      faults = 0
    }
  }
  return gaps
}

/** The ids of a page that the run has met: a copy of all that it has met would take megabytes a page. */
const seenOf = ({ vods }: ProvideReply, seen: ReadonlySet<number>): Set<number> =>
  new Set(vods.flatMap(({ id }) => (seen.has(id) ? [id] : [])))

/** Reads pages again that repeated others. Returns whether all of them had something else now. */
async function rereadGaps(
  parts: CollectionParts,
  { source, run, signal, seen }: RunReading,
  gaps: readonly number[],
  onBatch: (batch: PageBatch) => Promise<unknown>,
): Promise<boolean> {
  let isWhole = true
  for (const page of gaps) {
    const reply = await fetchPage(parts.egress, source.url, { page, hours: run.hours, kind: 'videolist' }, { signal })
    const unseen = reply.vods.filter(({ id }) => !seen.has(id)).length
    isWhole &&= unseen > 0
    await onBatch({ rows: [...reply.vods], repeated: seenOf(reply, seen), faults: 0 })
    for (const { id } of reply.vods) seen.add(id)
  }
  return isWhole
}

/** Reads once more what changed while the run read. */
async function rereadChanged(
  parts: CollectionParts,
  { source, run, signal, seen }: RunReading,
  onBatch: (batch: PageBatch) => Promise<{ isQuiet: boolean }>,
): Promise<void> {
  const hours = hoursSince(run.started_sec, parts.nowSec())
  for (let page = 1; page <= maxClosingPages; page++) {
    const reply = await fetchPage(parts.egress, source.url, { page, hours, kind: 'videolist' }, { signal })
    if (reply.vods.length === 0) return
    const { isQuiet } = await onBatch({ rows: [...reply.vods], repeated: seenOf(reply, seen), faults: 0 })
    for (const { id } of reply.vods) seen.add(id)
    if (isQuiet || page >= reply.pageCount) return
  }
}

/**
 * Reads a source and writes what is new and changed, or only counts it. Continues a run that a killed process left.
 * @returns whether the source gave all its pages
 * @throws UnreadableSourceError, or the reason of the signal
 */
export async function applyRun(
  parts: CollectionParts,
  source: CollectionSourceRow,
  run: RunRow,
  context: RunContext,
): Promise<boolean> {
  const { signal, onProgress, whileWriting } = context
  await refreshBindings(parts, source, { signal })
  await whileWriting(() => refreshKeys(parts.needs, parts.items, signal))
  const planSource = await planSourceOf(parts, source)
  const isPreview = run.phase === 'preview'
  let progress: RunProgress = { page: run.page, pageCount: run.page_count, counts: run.counts, examples: run.examples }
  const take = async (
    { rows, repeated, faults }: PageBatch,
    { page, pageCount }: Pick<Paging, 'page' | 'pageCount'>,
  ) => {
    const work = async (): Promise<number> => {
      const place = { source, runId: run.id, progress, page, pageCount }
      const planNow = async (): Promise<BatchPlan> => {
        const plan = await planBatch(parts, planSource, { rows, repeated })
        plan.counts.faults = faults
        return plan
      }
      if (isPreview) {
        progress = await previewBatch(parts, await planNow(), place)
        return 0
      }
      const written = await planAndWrite(parts, planNow, place)
      progress = written.progress
      return written.plan.titles.length + written.plan.doubts.length
    }
    const written = isPreview ? await work() : await whileWriting(work)
    onProgress(progress)
    return { isQuiet: written === 0 }
  }
  const reading = { source, run, signal, seen: new Set<number>() }
  const gaps = await readPages(parts, reading, async (batch, paging) => void (await take(batch, paging)))
  if (isPreview || run.max_pages > 0) return true
  const again = (batch: PageBatch) => take(batch, { page: progress.page, pageCount: progress.pageCount })
  const isWhole = await rereadGaps(parts, reading, gaps, again)
  await rereadChanged(parts, reading, again)
  return isWhole
}
