import { nowSec } from '../../platform/process/clock.ts'
import type { MigrationParts } from './migration-parts.ts'
import { newReport, type MigrationReport, type TableReport } from './report-rules.ts'
import type { MigrationRun } from './run-table.ts'

/** What the operator says of any migration. */
export interface RunOptions {
  /** Counts and writes nothing. */
  dry: boolean
  batchSize: number
  signal: AbortSignal
  onProgress: (table: TableReport, total: number) => void
}

export type BaseRun = Omit<MigrationRun, 'source' | 'planned' | 'site' | 'siteUrl'>

/** Runs a migration and stores its report, after each table and at its end: a run that is killed leaves what it did. */
export async function recordRun(
  parts: MigrationParts,
  { dry, batchSize, signal, onProgress }: RunOptions,
  { system, from }: Pick<MigrationReport, 'system' | 'from'>,
  work: (base: BaseRun) => Promise<void>,
): Promise<MigrationReport> {
  const report = newReport(system, from, dry)
  const startedSec = nowSec(parts.clock)
  const runId = dry ? null : await parts.store.startRun(report, startedSec)
  const onTable = async (): Promise<void> => void (runId !== null && (await parts.store.saveRun(runId, report, null)))
  await work({ parts, report, dry, batchSize, signal, nowSec: startedSec, onProgress, onTable })
  if (runId !== null) await parts.store.saveRun(runId, report, nowSec(parts.clock))
  return report
}
