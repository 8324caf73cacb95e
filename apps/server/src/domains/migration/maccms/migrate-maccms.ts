import type { IdentifyingTables } from '../choose-site.ts'
import type { MigrationRun } from '../run-table.ts'
import { SourceError, type RowSource } from '../sources/row-source.ts'
import { actorPlan, commentPlan, danmakuPlan, livePlan, typePlan, ulogPlan, userPlan, vodPlan } from './columns.ts'
import { takeChannels, takeComments, takeDanmaku } from './take-texts.ts'
import { takeCategories, takePeople, takeTitles } from './take-titles.ts'
import { takeLog, takeUsers } from './take-users.ts'

const takenTables = new Set(
  [typePlan, vodPlan, actorPlan, userPlan, ulogPlan, commentPlan, danmakuPlan, livePlan].map(({ table }) => table),
)

/** What it is called in reports and for the operator. */
export const maccms = 'MacCMS'

/** Titles are known again by when they were added, users by their names and when they registered. */
export const identifyingTables: IdentifyingTables = [
  ['user', userPlan],
  ['title', vodPlan],
]

/**
 * Checks that a source is a database of MacCMS.
 * @throws SourceError if there are no tables of titles
 */
export async function checkMaccms(source: RowSource, prefix: string): Promise<void> {
  const tables = await source.tables()
  if (!tables.has('vod') || !tables.has('type'))
    throw new SourceError(`里面没有 ${prefix}vod 和 ${prefix}type 表。表前缀不是 ${prefix} 的话，请用 --prefix 指明。`)
}

/**
 * Takes a station of MacCMS: categories, titles, people, users, favourites and history, comments, danmaku, channels. Each
 * table after those that it refers to.
 */
export async function migrateMaccms(run: MigrationRun): Promise<void> {
  const tables = await run.source.tables()
  run.report.others = [...tables]
    .filter(([table, rows]) => !takenTables.has(table) && rows > 0)
    .map(([table, rows]) => ({ table, rows }))
  await takeTitles(run, await takeCategories(run))
  await takePeople(run)
  await takeUsers(run)
  await takeLog(run)
  await takeComments(run)
  await takeDanmaku(run)
  await takeChannels(run)
}
