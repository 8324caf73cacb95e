import type { ProvideVod } from '@yunmu/formats'
import type { CollectedTitle, CollectionCategory, KnownTitle } from './collection-needs.ts'
import type { CollectionParts } from './collection-parts.ts'
import type { DoubtCandidate } from './collection-tables.ts'
import { differencesOf, existingDraft, type FieldDifference } from './compare-rules.ts'
import { factsOfKnown, factsOfVod, hashOf, namesDigest, newDraft, withoutUrls } from './draft-rules.ts'
import { episodesOf, suffixOf, type CollectedEpisode } from './episode-rules.ts'
import type { ItemRow } from './item-store.ts'
import { candidateKeys, comparable, recognise, type Candidate, type ComparableTitle } from './recognition-rules.ts'
import type { RunCounts } from './run-rules.ts'
import type { CollectionSourceRow } from './source-store.ts'

/** A title that a run writes. */
export interface PlannedTitle {
  vod: ProvideVod
  hash: Buffer
  item: ItemRow | null
  category: CollectionCategory
  /** Null for a new one. */
  known: KnownTitle | null
  /** Whether the undo of a run put it into the bin: it comes back. */
  isBack: boolean
  /** What the source describes otherwise; empty for a new one. */
  differences: readonly FieldDifference[]
  draft: CollectedTitle
  episodes: readonly CollectedEpisode[]
  suffix: string
  /** Of a new title. */
  keys: readonly string[]
  digest: string
}

export interface PlannedDoubt {
  vod: ProvideVod
  hash: Buffer
  candidates: readonly DoubtCandidate[]
}

/** What is to be done with the rows of some pages. Nothing is written yet. */
export interface BatchPlan {
  titles: PlannedTitle[]
  doubts: PlannedDoubt[]
  unbound: ProvideVod[]
  counts: Partial<RunCounts>
}

/** The operator's decision about a row; it is not recognised again. */
export type Decision = { kind: 'join'; titleId: number } | { kind: 'new' }

/** A source with what its rows are translated by. */
export interface PlanSource {
  source: CollectionSourceRow
  /** By the source's category; null is not collected. */
  bindings: ReadonlyMap<number, CollectionCategory | null>
}

interface Pending {
  vod: ProvideVod
  hash: Buffer
  item: ItemRow | null
  category: CollectionCategory
}

/** Separates the rows that must be processed from those that are unchanged, skipped or of an unbound category. */
async function separate(
  { items }: CollectionParts,
  { source, bindings }: PlanSource,
  { vods, repeated }: { vods: readonly ProvideVod[]; repeated: ReadonlySet<number> },
  decisions: ReadonlyMap<number, Decision>,
) {
  const known = await items.find(
    source.id,
    vods.map(({ id }) => id),
  )
  const pending: Pending[] = []
  const unbound: ProvideVod[] = []
  const counts = { unchanged: 0, skipped: 0 }
  for (const vod of vods) {
    const item = known.get(vod.id) ?? null
    const hash = hashOf(vod)
    const category = bindings.get(vod.typeId)
    // What an undo removed is not what the operator deleted.
    const isDeleted = item?.state === 'linked' && item.title_id === null && item.removed_sec === null
    if (decisions.has(vod.id) && category) pending.push({ vod, hash, item, category })
    else if (item?.hash.equals(hash) === true) counts.unchanged += repeated.has(vod.id) ? 0 : 1
    else if (category === undefined) {
      if (!repeated.has(vod.id)) unbound.push(vod)
    } else if (category === null || item?.state === 'refused' || isDeleted)
      counts.skipped += repeated.has(vod.id) ? 0 : 1
    else pending.push({ vod, hash, item, category })
  }
  return { pending, unbound, counts }
}

interface Recognising {
  title: ComparableTitle
  keys: readonly string[]
}

/** The titles of the catalog that share a key with these, with their facts. */
async function candidatesOf({ items, needs }: CollectionParts, found: readonly Recognising[]) {
  const byKey = await items.titlesByKey([...new Set(found.flatMap(({ keys }) => keys))])
  const survivors = await needs.titles.survivorsOf([...new Set([...byKey.values()].flat())])
  const facts = await needs.titles.facts([...new Set(survivors.values())])
  const known = new Map(facts.map((title) => [title.id, title]))
  const comparables = new Map<number, ComparableTitle>()
  const candidatesFor = (keys: readonly string[]): Candidate[] => {
    const ids = keys.flatMap((key) => byKey.get(key) ?? [])
    return [...new Set(ids.flatMap((id) => survivors.get(id) ?? []))].flatMap((id) => {
      const title = known.get(id)
      if (!title) return []
      const own = comparables.get(id) ?? comparable(factsOfKnown(title))
      comparables.set(id, own)
      return [{ id, title: own }]
    })
  }
  return { known, candidatesFor }
}

type Target = { kind: 'title'; id: number } | { kind: 'new' } | { kind: 'like'; at: number }

/** Finds for each row the title that it belongs to, among those of the catalog and the new ones of the batch. */
async function recogniseAll(
  parts: CollectionParts,
  pending: readonly Pending[],
  decisions: ReadonlyMap<number, Decision>,
) {
  const recognising = new Map<number, Recognising>()
  const targets = new Map<number, Target>()
  const doubts = new Map<number, readonly DoubtCandidate[]>()
  for (const { vod, item, category } of pending) {
    const decision = decisions.get(vod.id)
    if (decision?.kind === 'join') targets.set(vod.id, { kind: 'title', id: decision.titleId })
    else if (item?.state === 'linked' && item.title_id !== null)
      targets.set(vod.id, { kind: 'title', id: item.title_id })
    else {
      const title = comparable(factsOfVod(vod, category.name))
      recognising.set(vod.id, { title, keys: candidateKeys(title) })
    }
  }
  const { known, candidatesFor } = await candidatesOf(parts, [...recognising.values()])
  // New titles of this batch are candidates for the rows behind them, with negative ids.
  const fresh = new Map<string, Candidate[]>()
  const freshRows: number[] = []
  for (const [remoteId, { title, keys }] of recognising) {
    const ofBatch = [...new Set(keys.flatMap((key) => fresh.get(key) ?? []))]
    const isNew = decisions.get(remoteId)?.kind === 'new'
    const { recognition, candidates } = recognise(title, isNew ? [] : [...candidatesFor(keys), ...ofBatch])
    const best = candidates[0]
    if (recognition === 'same' && best) {
      targets.set(remoteId, best.id > 0 ? { kind: 'title', id: best.id } : { kind: 'like', at: -best.id - 1 })
    } else if (recognition === 'doubtful' && candidates.some(({ id }) => id > 0)) {
      doubts.set(
        remoteId,
        candidates.filter(({ id }) => id > 0),
      )
    } else {
      freshRows.push(remoteId)
      const candidate = { id: -freshRows.length, title }
      for (const key of keys) fresh.set(key, [...(fresh.get(key) ?? []), candidate])
      targets.set(remoteId, { kind: 'new' })
    }
  }
  return { targets, doubts, known, recognising, freshRows }
}

/** Items of a title that became part of another belong to that one now. */
async function followMerges({ needs }: CollectionParts, targets: Map<number, Target>): Promise<void> {
  const ids = [...targets.values()].flatMap((target) => (target.kind === 'title' ? [target.id] : []))
  const survivors = await needs.titles.survivorsOf(ids)
  for (const [remoteId, target] of targets) {
    if (target.kind === 'title') targets.set(remoteId, { kind: 'title', id: survivors.get(target.id) ?? target.id })
  }
}

const originOf = (source: CollectionSourceRow, remoteId: number): string => `collect:${source.id}:${remoteId}`

/** Plans what becomes of the rows of some pages. */
export async function planBatch(
  parts: CollectionParts,
  planSource: PlanSource,
  { rows, repeated }: { rows: readonly ProvideVod[]; repeated: ReadonlySet<number> },
  decisions: ReadonlyMap<number, Decision> = new Map(),
): Promise<BatchPlan> {
  const { source } = planSource
  // Within a batch the last row of an id counts.
  const vods = [...new Map(rows.map((vod) => [vod.id, vod])).values()]
  const { pending, unbound, counts } = await separate(parts, planSource, { vods, repeated }, decisions)
  const newRows = vods.filter(({ id }) => !repeated.has(id)).length
  const plan: BatchPlan = {
    titles: [],
    doubts: [],
    unbound,
    counts: { ...counts, unbound: unbound.length, rows: newRows },
  }
  if (pending.length === 0) return plan
  const { targets, doubts, known, recognising, freshRows } = await recogniseAll(parts, pending, decisions)
  await followMerges(parts, targets)
  const wanted = [...targets.values()].flatMap((target) => (target.kind === 'title' ? [target.id] : []))
  const missing = wanted.filter((id) => !known.has(id))
  for (const title of await parts.needs.titles.facts(missing)) known.set(title.id, title)
  const linked = await parts.items.linkedTitles(source.id, wanted)
  const removals = await parts.items.removalsOf(wanted)
  const naming = { sourceName: source.name, lineNames: source.line_names }
  for (const row of pending) {
    const { vod, hash, item, category } = row
    const target = targets.get(vod.id)
    const candidates = doubts.get(vod.id)
    if (candidates) plan.doubts.push({ vod, hash, candidates })
    if (!target) continue
    const title = target.kind === 'title' ? (known.get(target.id) ?? null) : null
    // Deleted since.
    if (target.kind === 'title' && title === null) continue
    const isSecond = target.kind === 'like' || (title !== null && item?.state !== 'linked' && linked.has(title.id))
    const suffix = item?.state === 'linked' ? item.suffix : isSecond ? suffixOf(vod) : ''
    if (title) linked.add(title.id)
    const episodes = episodesOf(vod, { ...naming, suffix })
    const { title: own, keys } = recognising.get(vod.id) ?? { title: null, keys: [] }
    const isBack =
      title !== null && title.deletedSec !== null && removals.get(title.id)?.includes(title.deletedSec) === true
    const shared = { vod, hash, item, category, known: title, isBack, episodes, suffix }
    if (title) {
      const differences = differencesOf(vod, { known: title, category, overwrite: source.overwrite })
      const origin = title.origin ?? ''
      const draft =
        isBack && item?.title_id === title.id
          ? newDraft(vod, { origin, category, episodes, nowSec: parts.nowSec() })
          : existingDraft(vod, { known: title, origin, category, episodes: withoutUrls(episodes), differences })
      const written = isBack ? { ...draft, restore: true as const } : draft
      plan.titles.push({ ...shared, differences, draft: written, keys: [], digest: '' })
    } else {
      const first =
        target.kind === 'like' ? plan.titles.find(({ vod: { id } }) => id === freshRows[target.at]) : undefined
      const draft = newDraft(vod, { origin: originOf(source, vod.id), category, episodes, nowSec: parts.nowSec() })
      // A second row of a new title brings its lines only.
      const joined = first ? { ...first.draft, episodes: draft.episodes } : draft
      const digest = namesDigest([draft.name, ...(draft.alias ?? [])])
      plan.titles.push({ ...shared, differences: [], draft: joined, keys: first || !own ? [] : keys, digest })
    }
  }
  return plan
}
