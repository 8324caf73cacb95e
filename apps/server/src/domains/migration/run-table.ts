import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { createLegacyStore, type LegacyEntry } from './legacy-store.ts'
import type { MigrationParts } from './migration-parts.ts'
import type { LegacyKind, MigrationTables } from './migration-tables.ts'
import { pictureOf } from './picture-rules.ts'
import { newTable, type MigrationReport, type RefusedReason, type TableReport } from './report-rules.ts'
import { isMeaningful, number } from './row-values.ts'
import type { RowSource, SourceRow } from './sources/row-source.ts'

/** How the rows of a table are taken. */
export interface TablePlan {
  table: string
  idColumn: string
  /** The columns that are taken. */
  taken: readonly string[]
  /** Those of them that change with each visitor: a row in which nothing else differs is unchanged. */
  loose: readonly string[]
  /** Those of them that never change, by which a site is known again. */
  lasting?: readonly string[]
  /** That of them with a picture, which may need the address of the site. */
  picture?: string
  /** Rows that are read at once, if that is more than the operator's number. */
  minBatch?: number
}

/** A run of a migration. */
export interface MigrationRun {
  parts: MigrationParts
  /** The site that the rows are of; 0 in a dry run of a new one. */
  site: number
  source: RowSource
  report: MigrationReport
  /** Counts and writes nothing. */
  dry: boolean
  batchSize: number
  signal: AbortSignal
  nowSec: number
  /** The address of the site, by which relative addresses of pictures are completed; null if it is not given. */
  siteUrl?: string | null
  /** Of a dry run: what would have been taken so far, by ids there. */
  planned: Record<'title' | 'user', Set<number>>
  /** Called after each batch. */
  onProgress: (table: TableReport, total: number) => void
  /** Called after each table. */
  onTable: () => Promise<void>
}

/** A row that is new, or differs from how it was taken. */
export interface FreshRow {
  row: SourceRow
  oldId: number
  site: number
  hash: Buffer
  /** Of what does not change of it; null if its table has no such columns. */
  mark: number | null
  /** Whether it is what was taken, as far as its mark says: ids may be those of another site. */
  isSame: boolean
  /** Whether it was taken before. */
  isKnown: boolean
  /** What it was taken as. */
  knownId: number | null
}

/** Counts what became of rows. */
export interface Tally {
  table: TableReport
  /** A row that was or would be taken. */
  took(fresh: FreshRow): void
  refuse(reason: RefusedReason): void
}

/** A row whose picture can be fetched now, because the address of the site is given, differs from what was taken. */
function hashOf(row: SourceRow, { taken, loose, picture }: TablePlan, siteUrl: string | null): Buffer {
  const values = taken.filter((column) => !loose.includes(column)).map((column) => row[column] ?? null)
  const found = picture === undefined ? null : pictureOf(row[picture] ?? '', null)
  if (picture !== undefined && found === 'relative' && siteUrl !== null)
    values.push(pictureOf(row[picture] ?? '', siteUrl))
  return createHash('sha256').update(JSON.stringify(values)).digest().subarray(0, 16)
}

/** A number that two rows share by chance once in four thousand million. Null if the table has no lasting columns. */
export function markOf(row: SourceRow, { lasting = [] }: Pick<TablePlan, 'lasting'>): number | null {
  if (lasting.length === 0) return null
  const values = lasting.map((column) => row[column] ?? null)
  return createHash('sha256').update(JSON.stringify(values)).digest().readInt32BE(0)
}

const maxId = 2 ** 53

/**
 * Reads a table in batches, leaves out the rows that were taken as they are, and counts. `work` takes the others; it
 * remembers what it took within its own transaction, so that a run that was killed goes on where it stopped.
 */
export async function runTable(
  run: MigrationRun,
  kind: LegacyKind,
  plan: TablePlan,
  work: (fresh: readonly FreshRow[], tally: Tally) => Promise<void>,
): Promise<TableReport> {
  const { parts, source, report } = run
  const batchSize = Math.max(run.batchSize, plan.minBatch ?? 0)
  const table = newTable(plan.table)
  report.tables.push(table)
  const total = (await source.tables()).get(plan.table) ?? 0
  const taken = new Set(plan.taken)
  const tally: Tally = {
    table,
    took: ({ isKnown }) => void (isKnown ? table.changed++ : table.added++),
    refuse: (reason) => void (table.refused[reason] = (table.refused[reason] ?? 0) + 1),
  }
  for await (const rows of source.rows(plan.table, plan.idColumn, batchSize)) {
    run.signal.throwIfAborted()
    table.read += rows.length
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (!taken.has(column) && isMeaningful(value)) table.fields[column] = (table.fields[column] ?? 0) + 1
    const read = rows
      .map((row) => ({
        row,
        oldId: Number(row[plan.idColumn] ?? Number.NaN),
        hash: hashOf(row, plan, run.siteUrl ?? null),
        mark: markOf(row, plan),
      }))
      .filter(({ oldId }) => Number.isSafeInteger(oldId) && oldId >= 0 && oldId < maxId)
    const known = await parts.store.known(
      run.site,
      kind,
      read.map(({ oldId }) => oldId),
    )
    const fresh = read
      .map((one): FreshRow => {
        const before = known.get(one.oldId)
        const isSame = (before?.mark ?? null) === null || before?.mark === one.mark
        return { ...one, site: run.site, isSame, isKnown: before !== undefined, knownId: before?.id ?? null }
      })
      .filter(({ oldId, hash }) => known.get(oldId)?.hash.equals(hash) !== true)
    table.unchanged += read.length - fresh.length
    if (fresh.length > 0) await work(fresh, tally)
    run.onProgress(table, total)
  }
  await run.onTable()
  return table
}

export const entryOf = (
  { site, oldId, hash, mark }: FreshRow,
  id: number | null,
  { slug = '', name = '' }: { slug?: string; name?: string } = {},
): LegacyEntry => ({ site, oldId, id, slug, name, hash, mark })

/** Stores what rows became, in the transaction that stored the rows. */
export const rememberIn = (
  tx: Transaction<unknown>,
  kind: LegacyKind,
  entries: readonly LegacyEntry[],
): Promise<void> => createLegacyStore(tx.withTables<MigrationTables>()).save(kind, entries)

/**
 * The ids here of ids there; those that were not taken are absent. In a dry run those that would have been taken have the id 0.
 */
export async function idsOf(
  { parts, site, dry, planned }: Pick<MigrationRun, 'parts' | 'site' | 'dry' | 'planned'>,
  kind: 'title' | 'user' | 'comment',
  oldIds: readonly number[],
): Promise<Map<number, number>> {
  const asked = [...new Set(oldIds)]
  const known = await parts.store.known(site, kind, asked)
  const ids = new Map([...known].flatMap(([oldId, { id }]) => (id === null ? [] : [[oldId, id] as const])))
  if (dry && kind !== 'comment')
    for (const oldId of asked) if (planned[kind].has(oldId) && !ids.has(oldId)) ids.set(oldId, 0)
  return ids
}

/** A user and a title that exist here. */
export interface Place {
  userId: number
  titleId: number
  pidId: number
  name: string
}

/** Finds the user and the title that a row is about, by its columns of ids there. */
export async function findPlaces(
  run: MigrationRun,
  rows: readonly FreshRow[],
  columns: { user: string; title: string },
): Promise<(row: SourceRow) => Place | 'noUser' | 'noTitle'> {
  const numbers = (column: string): number[] => rows.map(({ row }) => number(row, column))
  const users = await idsOf(run, 'user', numbers(columns.user))
  const titles = await idsOf(run, 'title', numbers(columns.title))
  const existing = await run.parts.users.existing([...users.values()])
  const names = await run.parts.catalog.titles([...titles.values()])
  return (row) => {
    const userId = users.get(number(row, columns.user))
    const titleId = titles.get(number(row, columns.title))
    if (userId === undefined || (userId > 0 && !existing.has(userId))) return 'noUser'
    const title = titleId === 0 ? { pidId: 0, name: '' } : names.get(titleId ?? -1)
    return titleId === undefined || !title ? 'noTitle' : { userId, titleId, ...title }
  }
}
