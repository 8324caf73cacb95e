import type { LegacyStore } from './legacy-store.ts'
import type { LegacyKind } from './migration-tables.ts'
import { markOf, type TablePlan } from './run-table.ts'
import { SourceError, type RowSource } from './sources/row-source.ts'

/** By how many rows of a table a site is known again. */
const enoughRows = 200
const batchSize = 500
const maxBatches = 20

/** The plans of tables whose rows have something that never changes. */
export type IdentifyingTables = readonly (readonly [LegacyKind, TablePlan])[]

/**
 * The site that a source is of: the one of which most rows of each table are the same. A new one if nothing was taken yet, or
 * if the operator takes another site on purpose; 0 for a new one in a dry run.
 * @throws SourceError for another site that was not expected
 */
export async function chooseSite(
  store: LegacyStore,
  source: RowSource,
  {
    system,
    tables,
    isAnotherAllowed,
    dry,
    nowSec,
  }: {
    system: string
    tables: IdentifyingTables
    isAnotherAllowed: boolean
    dry: boolean
    nowSec: number
  },
): Promise<number> {
  const sites = await store.sites(system)
  for (const site of sites)
    if (!(await store.hasRows(site)) || (await isSite(store, source, { site, tables }))) return site
  if (sites.length > 0 && !isAnotherAllowed)
    throw new SourceError(
      `这不是以前搬过来的那个 ${system} 站：号码相同的用户和影片不是同一个，所以什么也没有写。确实要再搬一个站，请加 --another-site；号码相同的旧网址仍归先搬的站。`,
    )
  return dry ? 0 : store.addSite(system, nowSec)
}

/** Whether most known rows of each table are the same as they were taken. Ids alone say nothing: all sites count from 1. */
async function isSite(
  store: LegacyStore,
  source: RowSource,
  { site, tables }: { site: number; tables: IdentifyingTables },
): Promise<boolean> {
  let compared = 0
  for (const [kind, plan] of tables) {
    const { shared, same } = await compareTable(store, source, { site, kind, plan })
    if (same * 2 < shared) return false
    compared += shared
  }
  return compared > 0
}

async function compareTable(
  store: LegacyStore,
  source: RowSource,
  { site, kind, plan }: { site: number; kind: LegacyKind; plan: TablePlan },
): Promise<{ shared: number; same: number }> {
  let [shared, same, batches] = [0, 0, 0]
  for await (const rows of source.rows(plan.table, plan.idColumn, batchSize)) {
    const marks = new Map(rows.map((row) => [Number(row[plan.idColumn]), markOf(row, plan)]))
    const known = await store.known(
      site,
      kind,
      [...marks.keys()].filter((id) => Number.isSafeInteger(id)),
    )
    for (const [oldId, { mark }] of known) {
      shared++
      // Rows of versions before had no mark.
      if (mark === null || mark === marks.get(oldId)) same++
    }
    if (shared >= enoughRows || ++batches >= maxBatches) break
  }
  return { shared, same }
}
