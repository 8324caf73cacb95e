import type { Kysely, Transaction } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { nowSec } from '../../../platform/process/clock.ts'
import type { CatalogNeeds } from '../catalog-needs.ts'
import type { CatalogTables } from '../catalog-tables.ts'
import type { CatalogPlatform } from '../change-titles.ts'
import type { TitleSnapshot } from '../collected-store.ts'
import { titleColumns } from '../writer-rows.ts'
import type { CorrectionRunner } from './correction-parts.ts'
import { placesOf, type StoredPlaces } from './place-store.ts'
import { readWholeRows, type RowState, type Rows } from './rows-store.ts'

/** What a run of a collection source did to titles. */
export interface CollectedChanges {
  runId: number
  actor: string
  /** The titles that it added. */
  added: readonly number[]
  /** Those that it changed, with how they were before. */
  changed: readonly { id: number; snapshot: TitleSnapshot & { addressIds: readonly number[] } }[]
}

export interface CollectedUndo {
  /**
   * Takes back what a run did, as one correction within the caller's transaction: added titles go into the bin, others get
   * back their columns, lines, episodes and addresses. Locked fields, extras and episodes with a film of their own stay. What
   * is removed comes back if the entry is undone.
   * @returns when the titles were put into the bin, and what to do after the commit
   */
  undoIn(tx: Transaction<unknown>, changes: CollectedChanges): Promise<{ removedSec: number; afterCommit: () => void }>
}

/** Visitors change these. */
const opinions = new Set(['score_sum', 'score_count', 'up_count'])
const restoredColumns = [...Object.keys(titleColumns).filter((column) => !opinions.has(column)), 'origin']

const lockedOf = (row: RowState): ReadonlySet<unknown> =>
  new Set(Array.isArray(row['locked_fields']) ? row['locked_fields'] : [])

/** The columns of a title that differ from those of before, except locked ones. */
function differingColumns(current: RowState, before: RowState): RowState {
  const locked = lockedOf(current)
  const differing = restoredColumns.filter(
    (column) => column in before && !locked.has(column) && !isDeepStrictEqual(current[column], before[column]),
  )
  return Object.fromEntries(differing.map((column) => [column, before[column]]))
}

/** What becomes of lines and episodes: those that were there get back their names, and the others are deleted. */
function placeRows({ sources, episodes }: StoredPlaces, snapshots: readonly TitleSnapshot[]): Rows {
  const source: Record<string, RowState | null> = {}
  const episode: Record<string, RowState | null> = {}
  const knownSources = new Map(snapshots.flatMap((snapshot) => snapshot.sources).map((each) => [each.id, each]))
  const knownEpisodes = new Map(snapshots.flatMap((snapshot) => snapshot.episodes).map((each) => [each.id, each]))
  const filled = new Set<number>()
  for (const { id, sourceId, name, kind, hasAsset, isNameLocked } of episodes) {
    const known = knownEpisodes.get(id)
    if (!known && kind === 'main' && !hasAsset) episode[id] = null
    else filled.add(sourceId)
    if (known && known.name !== name && !isNameLocked) episode[id] = { name: known.name }
  }
  for (const { id, name, position, kind } of sources) {
    const known = knownSources.get(id)
    if (!known && kind === 'main' && !filled.has(id)) source[id] = null
    if (known && (known.name !== name || known.position !== position))
      source[id] = { name: known.name, position: known.position }
  }
  return { source, episode }
}

/** The rows of a correction that takes back what a run did. */
async function rowsBefore(
  tx: Kysely<CatalogTables>,
  { added, changed }: CollectedChanges,
  removedSec: number,
): Promise<{ after: Rows; stayingEpisodes: number[] }> {
  const changedIds = changed.map(({ id }) => id)
  const stored = await readWholeRows(tx, 'title', changedIds)
  const places = await placesOf(tx, changedIds)
  const snapshots = changed.map(({ snapshot }) => snapshot)
  const { source = {}, episode = {} } = placeRows(places, snapshots)
  const title = Object.fromEntries([
    ...added.map((id) => [id, { deleted_sec: removedSec }] as const),
    ...changed.map(({ id, snapshot }) => [id, differingColumns(stored.get(id) ?? {}, snapshot.title)] as const),
  ])
  return {
    after: { title, source, episode },
    stayingEpisodes: places.episodes.filter(({ id }) => episode[id] !== null).map(({ id }) => id),
  }
}

export function createCollectedUndo(
  { clock }: Pick<CatalogPlatform, 'clock'>,
  { runner, addresses }: { runner: CorrectionRunner; addresses: CatalogNeeds['addresses'] },
): CollectedUndo {
  return {
    async undoIn(transaction, changes) {
      const removedSec = nowSec(clock)
      const tx = transaction.withTables<CatalogTables>()
      const { after, stayingEpisodes } = await rowsBefore(tx, changes, removedSec)
      const known = new Set(changes.changed.flatMap(({ snapshot }) => snapshot.addressIds))
      const addressIds = (await addresses.idsIn(transaction, stayingEpisodes)).filter((id) => !known.has(id))
      const change = { act: 'collect undo' as const, subject: `run ${changes.runId}`, after, addressIds }
      const done = await runner.writeIn(transaction, changes.actor, change)
      return { removedSec, afterCommit: done === 'NothingChanged' ? () => undefined : done.afterCommit }
    },
  }
}
