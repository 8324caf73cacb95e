import type { Kysely, Transaction } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import { insertTitles, lockOrigins, lockTitles, updateTitles, writeEpisodes } from './batch-store.ts'
import { titlesChanged } from './catalog-events.ts'
import type { CatalogNeeds } from './catalog-needs.ts'
import type { CatalogTables } from './catalog-tables.ts'
import { updateListings } from './listing/listing-writer-store.ts'
import type { EpisodeDraft, TitleDraft } from './title-drafts.ts'
import { episodeKey, mergeByOrigin, mergeEpisodes, originOf } from './writer-rows.ts'

/** What became of a draft. */
export interface SavedTitle {
  id: number
  /** Whether there was no title of this origin. */
  added: boolean
  /** Whether the title, a source or an episode was written. */
  changed: boolean
  /** The ids of the draft's episodes, in their order. */
  episodeIds: readonly number[]
}

export interface SaveOptions {
  /**
   * Writes what other domains keep of these titles and their episodes, in the same transaction: all is stored, or nothing.
   * Called once, after the titles were written and while they are locked, with what became of each draft in the order of
   * the drafts. Writes rows in the order of their ids, or transactions of several batches may wait for each other. May be
   * called again after a rollback, and so changes nothing outside of the transaction.
   * @returns the titles whose pages it changed, besides those that are `changed`
   */
  alongside?: (tx: Transaction<unknown>, saved: readonly SavedTitle[]) => Promise<readonly number[]>
}

export interface TitleWriter {
  /**
   * Inserts or updates the titles of these origins with their sources and episodes, in one transaction. Rows that have all
   * given values are not written. Announces all changed titles by one event: with the commit for every process, and at
   * once in this one. Any number of processes may save any titles at the same time. Meant for about 200 drafts: a
   * transaction holds its titles until it is over, and the names of more than a thousand do not fit into an event.
   * @returns what became of each draft, in their order
   */
  saveTitles(drafts: readonly TitleDraft[], nowSec: number, options?: SaveOptions): Promise<SavedTitle[]>
  /** A batch of one. */
  saveTitle(draft: TitleDraft, nowSec: number): Promise<SavedTitle>
  /** Inserts or updates episodes of a title whose id is known, by source and level. */
  saveEpisodes(titleId: number, drafts: readonly EpisodeDraft[], nowSec: number): Promise<void>
}

/** Another transaction inserted one of the titles after it was found to be missing, or merged one. */
class ChangedByAnother extends Error {}

/** A film was removed before an episode was made to play it. */
export class AssetRemoved extends Error {}

/**
 * Holds the films that episodes are made to play until the end of the transaction.
 * @throws AssetRemoved
 */
export async function holdAssets(
  tx: Transaction<unknown>,
  drafts: readonly { assetId?: number | null }[],
  holdAssetsIn: CatalogNeeds['holdAssetsIn'],
): Promise<void> {
  const ids = [...new Set(drafts.flatMap(({ assetId }) => (typeof assetId === 'number' ? [assetId] : [])))]
  if (ids.length === 0) return
  const held = await holdAssetsIn(tx, ids)
  const missing = ids.find((id) => !held.has(id))
  if (missing !== undefined) throw new AssetRemoved(`asset ${missing} was removed`)
}

/** Each time, at least one title more exists or is merged. */
const maxAttempts = 50

/** Writes titles and episodes from importers. */
export function createTitleWriter(
  { db, events }: Pick<Platform, 'db' | 'events'>,
  { holdAssetsIn }: Pick<CatalogNeeds, 'holdAssetsIn'>,
): TitleWriter {
  /** Runs a change in a transaction that announces the titles it returns. */
  const announcing = async <Result>(
    change: (tx: Transaction<unknown>) => Promise<{ result: Result; ids: readonly number[] }>,
  ): Promise<Result> => {
    const { result, ids } = await db.transaction().execute(async (tx) => {
      const changed = await change(tx)
      if (changed.ids.length > 0) await events.announceIn(tx, titlesChanged, { ids: [...changed.ids] })
      return changed
    })
    if (ids.length > 0) events.announce(titlesChanged, { ids: [...ids] })
    return result
  }

  const saveTitles: TitleWriter['saveTitles'] = async (drafts, nowSec, options = {}) => {
    if (drafts.length === 0) return []
    const merged = mergeByOrigin(drafts)
    const attempt = () =>
      announcing(async (tx) => {
        const episodes = merged.flatMap((draft) => draft.episodes ?? [])
        const written = await writeTitles(tx.withTables<CatalogTables>(), merged, nowSec)
        await holdAssets(tx, episodes, holdAssetsIn)
        const result = drafts.map((draft) => savedOf(draft, written))
        const others = options.alongside ? await options.alongside(tx, result) : []
        return { result, ids: [...new Set([...written.changed, ...others])] }
      })
    for (let at = 1; ; at++) {
      try {
        return await attempt()
      } catch (err) {
        // Waiting for the other's title while ours are locked could end in a deadlock: all begins again, without locks.
        if (!(err instanceof ChangedByAnother) || at === maxAttempts) throw err
      }
    }
  }

  return {
    saveTitles,

    async saveTitle(draft, nowSec) {
      const [saved] = await saveTitles([draft], nowSec)
      if (!saved) throw new Error('a draft was not saved')
      return saved
    },

    saveEpisodes: (titleId, drafts, nowSec) =>
      announcing(async (transaction) => {
        const tx = transaction.withTables<CatalogTables>()
        await lockTitles(tx, [titleId])
        await holdAssets(transaction, drafts, holdAssetsIn)
        const episodes = mergeEpisodes(drafts.map((draft) => ({ ...draft, titleId })))
        const { titleIds } = await writeEpisodes(tx, episodes, new Set(), nowSec)
        const ids = await updateTitles(
          tx,
          [...titleIds].map((id) => ({ id, draft: null, isTouched: true, restore: false })),
          nowSec,
        )
        await updateListings(tx, ids)
        return { result: undefined, ids }
      }),
  }
}

interface WrittenTitles {
  /** By origin. */
  ids: ReadonlyMap<string, number>
  added: ReadonlySet<number>
  changed: ReadonlySet<number>
  /** By `episodeKey`. */
  episodeIds: ReadonlyMap<string, number>
}

/** @param drafts of different origins */
async function writeTitles(
  tx: Kysely<CatalogTables>,
  drafts: readonly TitleDraft[],
  nowSec: number,
): Promise<WrittenTitles> {
  const stored = await lockOrigins(
    tx,
    drafts.map(({ origin }) => origin),
  )
  if (stored === null) throw new ChangedByAnother()
  const missing = drafts
    .filter(({ origin }) => !stored.has(origin))
    .toSorted((one, other) => (one.origin < other.origin ? -1 : 1))
  const inserted = missing.length === 0 ? new Map<string, number>() : await insertTitles(tx, missing, nowSec)
  if (inserted.size < missing.length) throw new ChangedByAnother()
  const ids = new Map([...[...stored].map(([origin, { id }]) => [origin, id] as const), ...inserted])
  const added = new Set(inserted.values())
  const idOf = ({ origin }: TitleDraft): number => ids.get(origin) ?? 0
  const episodes = drafts.flatMap((draft) =>
    (draft.episodes ?? []).map((episode) => ({ ...episode, titleId: idOf(draft) })),
  )
  const written = await writeEpisodes(tx, mergeEpisodes(episodes), added, nowSec)
  // A draft of a title that became part of another brings episodes: the other has its own name, and perhaps its own draft.
  const ofTitles = new Map<number, TitleDraft | null>()
  for (const draft of drafts) {
    const found = stored.get(draft.origin)
    if (found && (!found.isPart || !ofTitles.has(found.id))) ofTitles.set(found.id, found.isPart ? null : draft)
  }
  const restored = new Set(drafts.flatMap((draft) => (draft.restore === true ? [idOf(draft)] : [])))
  const rows = [...ofTitles].map(([id, draft]) => {
    return { id, draft, isTouched: written.titleIds.has(id), restore: restored.has(id) }
  })
  const updated = await updateTitles(tx, rows, nowSec)
  const changed = new Set([...added, ...updated].toSorted((one, other) => one - other))
  const hits = drafts.flatMap((draft) => (draft.hits === undefined ? [] : [[idOf(draft), draft.hits] as const]))
  await updateListings(tx, [...changed], new Map(hits))
  return { ids, added, changed, episodeIds: written.ids }
}

function savedOf(draft: TitleDraft, { ids, added, changed, episodeIds }: WrittenTitles): SavedTitle {
  const id = ids.get(originOf(draft)) ?? 0
  return {
    id,
    added: added.has(id),
    changed: changed.has(id),
    episodeIds: (draft.episodes ?? []).map((episode) => episodeIds.get(episodeKey({ ...episode, titleId: id })) ?? 0),
  }
}
