import { jobHandler, listener, type DomainModule } from '../../platform/domain-module.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { deletedOrigins, mergedTitles, removeDeleted, setDeleted, unusedAssets } from './bin-store.ts'
import { titlesChanged } from './catalog-events.ts'
import type { CatalogNeeds } from './catalog-needs.ts'
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

  const emptySome = async (): Promise<number> => {
    let removed: number[] = []
    await changeTitles(platform, async (tx, transaction) => {
      const { titleIds, assetIds } = await removeDeleted(tx, nowSec(clock) - keepDeletedSec, titlesAtOnce)
      removed = titleIds
      if (titleIds.length > 0) await jobs.enqueue(removeFilesJob, { titleIds, assetIds }, { tx: transaction })
      return titleIds
    })
    return removed.length
  }
  const empty = async (): Promise<void> => {
    while ((await emptySome()) > 0);
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
        jobHandler(removeFilesJob, async ({ titleIds, assetIds }) =>
          removeFiles({ titleIds, assetIds: await unusedAssets(db, assetIds) }),
        ),
      ],
      schedules: [{ name: 'catalog.emptyBin', everyMinutes: 60, run: empty }],
    },
  }
}
