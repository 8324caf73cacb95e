import type { Kysely, Transaction } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import { titlesChanged } from './catalog-events.ts'
import type { CatalogTables } from './catalog-tables.ts'

export type CatalogPlatform = Pick<Platform, 'db' | 'events' | 'changes' | 'clock' | 'jobs'>

/** Changes titles and announces them in one transaction: the next run of the job would not find them again. */
export async function changeTitles(
  { db, events }: Pick<CatalogPlatform, 'db' | 'events'>,
  change: (tx: Kysely<CatalogTables>, transaction: Transaction<unknown>) => Promise<number[]>,
): Promise<void> {
  const ids = await db.transaction().execute(async (tx) => {
    const changed = await change(tx.withTables<CatalogTables>(), tx)
    if (changed.length > 0) await events.announceIn(tx, titlesChanged, { ids: changed })
    return changed
  })
  if (ids.length > 0) events.announce(titlesChanged, { ids })
}
