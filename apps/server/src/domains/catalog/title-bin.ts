import { jobHandler, listener, type DomainModule } from '../../platform/domain-module.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { deletedOrigins, mergedTitles, playedAssets, removeDeleted, setDeleted } from './bin-store.ts'
import { titlesChanged } from './catalog-events.ts'
import { undoableValues } from '../../platform/audit/audit.ts'
import type { CatalogNeeds, NeededIn } from './catalog-needs.ts'
import type { CatalogTables } from './catalog-tables.ts'
import { removeFilesJob } from './remove-files-job.ts'
import { changeTitles, type CatalogPlatform } from './change-titles.ts'

/** For how long deleted titles can be restored. */
export const keepDeletedSec = 30 * 24 * 3600
const titlesAtOnce = 100

export interface TitleBin {
  /** Restores those titles of these origins that were deleted, and announces them. Returns their ids. */
  restoreOrigins(origins: readonly string[]): Promise<number[]>
  /** Removes titles for good, with their files, that were deleted thirty days ago. */
  empty(): Promise<void>
  /** The title that a merged title became part of; null for titles of their own. From memory. */
  survivorOf(id: number): number | null
  readonly module: Pick<DomainModule, 'jobs' | 'schedules' | 'listeners' | 'warmUp'>
}

/** What happens to deleted and merged titles. Operators delete and merge them by `corrections`. */
export function createTitleBin(
  platform: CatalogPlatform,
  { removeFiles }: Pick<CatalogNeeds, 'removeFiles'>,
): TitleBin {
  const { clock, jobs } = platform
  const db = platform.db.withTables<CatalogTables>()
  let survivors = new Map<number, number>()

  const restoreOrigins: TitleBin['restoreOrigins'] = async (origins) => {
    const deleted = await deletedOrigins(db, origins)
    let restored: number[] = []
    await changeTitles(platform, async (tx) => (restored = await setDeleted(tx, [...deleted.values()], null)))
    return restored
  }

  const dueNow = () => {
    const atSec = nowSec(clock)
    return { beforeSec: atSec - keepDeletedSec, nowSec: atSec, limit: titlesAtOnce }
  }
  const emptySome = async (): Promise<number> => {
    let removed: number[] = []
    await changeTitles(platform, async (tx, transaction) => {
      const { titleIds, assetIds } = await removeDeleted(tx, dueNow())
      removed = titleIds
      if (titleIds.length > 0) await jobs.enqueue(removeFilesJob, { titleIds, assetIds }, { tx: transaction })
      return titleIds
    })
    return removed.length
  }
  const empty = async (): Promise<void> => {
    while ((await emptySome()) > 0);
  }

  /** The assets that an episode plays, or would play again after an undo. */
  const neededIn: NeededIn = async (tx, values) => {
    const what = { table: 'episode', column: 'asset_id', values, nowSec: nowSec(clock) }
    return new Set([
      ...(await playedAssets(tx.withTables<CatalogTables>(), values)),
      ...(await undoableValues(tx, what)),
    ])
  }

  const readMerged = async (ids: readonly number[] | null): Promise<void> => {
    const merged = await mergedTitles(db, ids)
    if (ids === null) survivors = new Map()
    else for (const id of ids) survivors.delete(id)
    for (const { id, into } of merged) survivors.set(id, into)
  }

  return {
    restoreOrigins,
    empty,
    survivorOf: (id) => survivors.get(id) ?? null,
    module: {
      warmUp: () => readMerged(null),
      listeners: [listener(titlesChanged, (detail) => platform.changes.expect(readMerged(detail?.ids ?? null)))],
      jobs: [
        jobHandler(removeFilesJob, async (files) => {
          const left = await removeFiles(files, neededIn)
          // Episodes that play a film enqueue this job when they are deleted.
          const played = await playedAssets(db, left)
          const assetIds = left.filter((id) => !played.has(id))
          const runAtMs = (nowSec(clock) + keepDeletedSec) * 1000
          if (assetIds.length > 0) await jobs.enqueue(removeFilesJob, { titleIds: [], assetIds }, { runAtMs })
        }),
      ],
      schedules: [{ name: 'catalog.emptyBin', everyMinutes: 60, run: empty }],
    },
  }
}
