/** What a migration read, took and left, as it is stored and printed. */

/** Why a row was not taken. */
export type RefusedReason =
  /** Not published there, or in its bin. */
  | 'unpublished'
  | 'noName'
  /** Its category was not taken, or there is none. */
  | 'noCategory'
  /** Of articles, topics and other things that the station does not have. */
  | 'otherKind'
  /** By a visitor without an account. */
  | 'guest'
  /** Another user was taken by that number. */
  | 'otherUser'
  /** Its name became another one's meanwhile. */
  | 'nameTaken'
  /** Its user was not taken. */
  | 'noUser'
  /** Its title was not taken. */
  | 'noTitle'
  /** What it answers was not taken. */
  | 'noParent'
  /** Browsing, wishes and downloads of the log. */
  | 'otherLog'
  | 'noText'
  | 'noAddress'
  /** Of the log: there is a newer entry of the same title. */
  | 'older'
  /** It comes a second time. */
  | 'repeated'
  /** It cannot be read. */
  | 'broken'
  /** Its category is one that the operator does not take. */
  | 'unbound'
  /** It is for adults. */
  | 'adult'
  /** No browser plays its container. */
  | 'container'
  /** Its folder is not mapped: it is a title without episodes. */
  | 'unmapped'
  /** There is no such file here, or it could not be imported. */
  | 'noFile'
  /** An episode without a number. */
  | 'noNumber'

export interface TableReport {
  table: string
  read: number
  added: number
  changed: number
  unchanged: number
  refused: Partial<Record<RefusedReason, number>>
  /** Columns that are not taken, with the number of rows in which they hold something. */
  fields: Record<string, number>
}

/** What needs the operator's eye. */
export interface Conflict {
  kind: 'renamed' | 'lostEmail' | 'lostPassword' | 'noPassword' | 'address'
  oldId: number | string
  text: string
}

export interface MigrationReport {
  system: string
  /** Where it was read from, without a password. */
  from: string
  dry: boolean
  tables: TableReport[]
  /** Tables of which nothing is taken, with their number of rows. */
  others: { table: string; rows: number }[]
  /** The first ones; `conflictCount` counts all. */
  conflicts: Conflict[]
  conflictCount: Partial<Record<Conflict['kind'], number>>
  /** The first ones that were added, as they are named. */
  examples: { table: string; oldId: number | string; text: string }[]
  addresses: number
  newHosts: number
  memberships: number
  /** That will be fetched. */
  pictures: number
  /** That are named without their host, which was not given. */
  relativePictures: number
  /** Titles with a password. */
  locked: number
  /** What the server's categories became; null for what is not taken. */
  bindings?: { name: string; type: string | null; byHand: boolean }[]
  /** The source of the guide that was added. */
  guide?: string
}

const maxConflicts = 100
const maxExamples = 5

export const newReport = (system: string, from: string, dry: boolean): MigrationReport => ({
  system,
  from,
  dry,
  tables: [],
  others: [],
  conflicts: [],
  conflictCount: {},
  examples: [],
  addresses: 0,
  newHosts: 0,
  memberships: 0,
  pictures: 0,
  relativePictures: 0,
  locked: 0,
})

export const newTable = (table: string): TableReport => ({
  table,
  read: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  refused: {},
  fields: {},
})

export function addConflict(report: MigrationReport, conflict: Conflict): void {
  report.conflictCount[conflict.kind] = (report.conflictCount[conflict.kind] ?? 0) + 1
  if (report.conflicts.length < maxConflicts) report.conflicts.push(conflict)
}

export function addExample(report: MigrationReport, example: MigrationReport['examples'][number]): void {
  if (report.examples.filter(({ table }) => table === example.table).length < maxExamples) report.examples.push(example)
}

/** Counts pictures: their addresses, `relative` for those without a host, null for none. */
export function addPictures(report: MigrationReport, pictures: readonly (string | null)[]): void {
  for (const picture of pictures) {
    if (picture === 'relative') report.relativePictures++
    else if (picture !== null) report.pictures++
  }
}
