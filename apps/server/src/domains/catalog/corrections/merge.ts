import type { Kysely, Transaction } from 'kysely'
import { letterOf } from '@yunmu/zh'
import { lockTitles } from '../batch-store.ts'
import type { CatalogNeeds } from '../catalog-needs.ts'
import type { CatalogTables } from '../catalog-tables.ts'
import type { Corrected, CorrectionRunner } from './correction-parts.ts'
import { placeSources } from './merge-rules.ts'
import { lockedTitle, type AbsentRefusal, type TitleRefusal } from './title-corrections.ts'
import { readWholeRows, type RowState } from './rows-store.ts'
import { nextId, partsOf, placedSources, type PlacedSource } from './place-store.ts'

export type MergeRefusal = TitleRefusal | AbsentRefusal | 'SameTitle' | 'HasPassword'
export type SplitRefusal =
  | TitleRefusal
  | AbsentRefusal
  | 'HasPassword'
  /** A source that is to be split off does not exist. */
  | 'NoSuchLine'
  /** Nothing would be split off, or nothing would be left. */
  | 'NothingToSplit'

/** What is split off a title: whole sources, or the episodes from one number to another in all sources. */
export interface SplitChoice {
  sources?: readonly string[]
  levels?: { first: number; last: number }
  /** The name of the new title; absent keeps the old one. */
  name?: string | undefined
  season?: number | undefined
}

export interface MergeCorrections {
  /**
   * Makes a title part of another: its sources and episodes, favourites, follows, history, comments, danmaku and ratings
   * move, and its address leads to the other. Undone, all that moved comes back.
   */
  merge(actor: string, id: number, into: number): Promise<Corrected | MergeRefusal>
  /** Makes a new title of a part of one. Its comments, favourites and history stay. */
  split(actor: string, id: number, choice: SplitChoice): Promise<(Corrected & { titleId: number }) | SplitRefusal>
}

export function createMergeCorrections({
  runner,
  locks,
}: {
  runner: CorrectionRunner
  locks: CatalogNeeds['locks']
}): MergeCorrections {
  const hasPassword = async (tx: Transaction<unknown>, id: number): Promise<boolean> =>
    (await locks.locksIn(tx, [id])).length > 0

  return {
    async merge(actor, id, into) {
      if (id === into) return 'SameTitle'
      return runner.run<MergeRefusal>(actor, async (tx, transaction) => {
        await lockTitles(tx, [id, into])
        if (await hasPassword(transaction, id)) return 'HasPassword'
        const [part, whole] = [await lockedTitle(tx, id), await lockedTitle(tx, into)]
        if (!part || !whole) return 'NoSuchTitle'
        if (part['merged_into'] !== null || whole['merged_into'] !== null) return 'TitleMerged'
        if (part['deleted_sec'] !== null || whole['deleted_sec'] !== null) return 'TitleDeleted'
        const { source, episode } = placeSources(await placedSources(tx, id), await placedSources(tx, into), into)
        const parts = [id, ...(await partsOf(tx, id))]
        const title: Record<string, RowState> = {
          [into]: part['adult'] === true ? { adult: true } : {},
          ...Object.fromEntries(parts.map((each) => [each, { merged_into: into }])),
        }
        return {
          act: 'title merge',
          subject: `title ${id}`,
          after: { title, source, episode },
          belongings: { from: id, to: into },
        }
      })
    },

    async split(actor, id, choice) {
      let titleId = 0
      const done = await runner.run<SplitRefusal>(actor, async (tx, transaction) => {
        const title = await lockedTitle(tx, id)
        if (await hasPassword(transaction, id)) return 'HasPassword'
        if (!title) return 'NoSuchTitle'
        if (title['deleted_sec'] !== null) return 'TitleDeleted'
        if (title['merged_into'] !== null) return 'TitleMerged'
        const sources = await placedSources(tx, id)
        if (choice.sources?.some((name) => !sources.some((source) => source.name === name))) return 'NoSuchLine'
        titleId = await nextId(tx, 'title')
        const moved = await splitRows(tx, sources, choice, titleId)
        if (!moved) return 'NothingToSplit'
        const row = { ...title, ...newTitleOf(choice), id: titleId }
        return {
          act: 'title split',
          subject: `title ${id}`,
          after: { ...moved, title: { [id]: {}, [titleId]: row } },
        }
      })
      return typeof done === 'string' ? done : { ...done, titleId }
    },
  }
}

/** What a title that is split off does not have of the other. */
const newTitleOf = ({ name, season }: SplitChoice): RowState => ({
  origin: null,
  score_sum: 0,
  score_count: 0,
  up_count: 0,
  // Computed from its episodes when they are there.
  picture_height: 0,
  hdr: false,
  channels: 0,
  ...(name === undefined ? {} : { name, letter: letterOf(name) }),
  ...(season === undefined ? {} : { season }),
})

type SplitRows = Record<'source' | 'episode', Record<string, RowState>>

/** The rows that are split off; null if that is nothing, or everything. */
async function splitRows(
  tx: Kysely<CatalogTables>,
  sources: readonly PlacedSource[],
  { sources: names, levels }: SplitChoice,
  titleId: number,
): Promise<SplitRows | null> {
  const rows: SplitRows = { source: {}, episode: {} }
  const chosen = sources.filter(({ name }) => names === undefined || names.includes(name))
  const isWithin = ({ level }: { level: number }): boolean =>
    levels === undefined || (level >= levels.first && level <= levels.last)
  let [taken, left] = [
    0,
    sources.filter((source) => !chosen.includes(source)).flatMap(({ episodes }) => episodes).length,
  ]
  for (const { id, episodes } of chosen) {
    const moved = episodes.filter(isWithin)
    taken += moved.length
    left += episodes.length - moved.length
    if (moved.length === 0) continue
    if (moved.length === episodes.length) {
      rows.source[id] = { title_id: titleId }
      continue
    }
    const sourceId = await nextId(tx, 'source')
    const stored = (await readWholeRows(tx, 'source', [id])).get(id)
    rows.source[sourceId] = { ...stored, id: sourceId, title_id: titleId }
    for (const episode of moved) rows.episode[episode.id] = { source_id: sourceId, level: episode.level }
  }
  return taken === 0 || left === 0 ? null : rows
}
