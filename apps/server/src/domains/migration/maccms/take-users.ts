import { plainLine } from '@yunmu/formats'
import type { Transaction } from 'kysely'
import type { RecordToSave, UserToSave } from '../migration-needs.ts'
import { pictureOf } from '../picture-rules.ts'
import { addConflict, addExample, addPictures } from '../report-rules.ts'
import {
  entryOf,
  findPlaces,
  rememberIn,
  runTable,
  type FreshRow,
  type MigrationRun,
  type Place,
  type Tally,
} from '../run-table.ts'
import { int, number, sec, text } from '../row-values.ts'
import type { SourceRow } from '../sources/row-source.ts'
import { refOf } from './title-rules.ts'
import { ulogPlan, userPlan } from './columns.ts'

const toUser = ({ row, oldId, knownId }: FreshRow, nowSec: number): UserToSave => ({
  knownId,
  oldId,
  name: plainLine(text(row, 'user_name')).trim(),
  nickname: plainLine(text(row, 'user_nick_name')).trim(),
  email: text(row, 'user_email'),
  qq: text(row, 'user_qq'),
  passwordHash: text(row, 'user_pwd').trim(),
  createdSec: sec(row, 'user_reg_time') || nowSec,
  disabled: text(row, 'user_status') === '0',
})

/** When the membership of a user ends; 0 for who has none. Groups from 3 on are paid ones; newer versions list several. */
function vipEndOf(row: SourceRow): number {
  const groups = text(row, 'group_id')
    .split(',')
    .map((group) => Number(group.trim()))
  return groups.some((group) => group >= 3) ? sec(row, 'user_end_time') : 0
}

/** An address as a name was proved by nobody: those to whom it is their e-mail address come first. */
const isNamedByAddress = ({ row, isKnown }: FreshRow): boolean =>
  !isKnown &&
  text(row, 'user_name').includes('@') &&
  text(row, 'user_name').trim().toLowerCase() !== text(row, 'user_email').trim().toLowerCase()

/** Takes users and their memberships. */
export async function takeUsers(run: MigrationRun): Promise<void> {
  const later: FreshRow[] = []
  let counted: Tally | undefined
  await runTable(run, 'user', userPlan, async (rows, tally) => {
    counted = tally
    later.push(...rows.filter((fresh) => isNamedByAddress(fresh)))
    await takeBatch(
      run,
      rows.filter((fresh) => !isNamedByAddress(fresh)),
      tally,
    )
  })
  for (let at = 0; counted && at < later.length; at += run.batchSize) {
    run.signal.throwIfAborted()
    await takeBatch(run, later.slice(at, at + run.batchSize), counted)
  }
  if (later.length > 0) await run.onTable()
}

interface SavedUsers {
  saved: Awaited<ReturnType<MigrationRun['parts']['users']['save']>>
  memberships: number
}

async function takeBatch(run: MigrationRun, fresh: readonly FreshRow[], tally: Tally): Promise<void> {
  const { parts, report, dry, nowSec } = run
  // Somebody else may have a number after a site was set up anew: nobody gets what another one has here.
  const rows = fresh.filter(({ isSame }) => isSame)
  for (let at = rows.length; at < fresh.length; at++) tally.refuse('otherUser')
  if (rows.length === 0) return
  const users = rows.map((row) => toUser(row, nowSec))
  const ended = rows.map(({ row }) => vipEndOf(row))
  const portraits = new Map(
    rows.map(({ oldId, row }) => [oldId, pictureOf(text(row, 'user_portrait'), run.siteUrl ?? null)] as const),
  )
  addPictures(report, [...portraits.values()])
  const save = async (tx: Transaction<unknown> | null): Promise<SavedUsers> => {
    const saved = await parts.users.save(tx, users)
    if (!tx) return { saved, memberships: ended.filter((endSec) => endSec > nowSec).length }
    let memberships = 0
    for (const [at, { id }] of saved.entries()) {
      const endSec = ended[at] ?? 0
      if (id === null || endSec <= nowSec) continue
      const end = { userId: id, endSec, ref: refOf(run.site, rows[at]?.oldId ?? 0) }
      if (await parts.users.saveVipEnd(tx, end)) memberships++
    }
    const entries = rows.flatMap((row, at) => {
      const id = saved[at]?.id ?? null
      return id === null ? [] : [entryOf(row, id)]
    })
    await rememberIn(tx, 'user', entries)
    const waiting = entries.flatMap(({ id, oldId }) => {
      const url = portraits.get(oldId) ?? null
      return id === null || url === null || url === 'relative' ? [] : [{ userId: id, url }]
    })
    await parts.pictures.addPortraitsIn(tx, waiting, nowSec)
    return { saved, memberships }
  }
  const { saved, memberships } = dry ? await save(null) : await parts.inTransaction(save)
  report.memberships += memberships
  for (const [at, row] of rows.entries()) {
    const user = saved[at]
    if (!user || user.name === '') tally.refuse('noName')
    else if (!dry && user.id === null) tally.refuse('nameTaken')
    else {
      tally.took(row)
      if (dry) run.planned.user.add(row.oldId)
      if (!row.isKnown) addExample(report, { table: 'user', oldId: row.oldId, text: user.name })
      addConflicts(report, row.oldId, { old: users[at]?.name ?? '', user })
    }
  }
}

function addConflicts(
  report: MigrationRun['report'],
  oldId: number,
  { old, user }: { old: string; user: SavedUsers['saved'][number] },
): void {
  if (user.isRenamed) addConflict(report, { kind: 'renamed', oldId, text: `${old} → ${user.name}` })
  if (user.lostEmail) addConflict(report, { kind: 'lostEmail', oldId, text: user.name })
  if (user.lostPassword) addConflict(report, { kind: 'lostPassword', oldId, text: user.name })
}

/** What the entry of a log is. */
const logTypes = { favourite: '2', play: '4' } as const

interface LogEntry {
  fresh: FreshRow
  place: Place
}

/** Takes favourites and the history. Wishes, downloads and visits have no counterpart. */
export const takeLog = (run: MigrationRun) =>
  runTable(run, 'log', ulogPlan, async (rows, tally) => {
    const { parts, dry } = run
    const wanted = rows.filter(({ row }) => {
      const type = text(row, 'ulog_type')
      const isWanted = number(row, 'ulog_mid') <= 1 && (type === logTypes.favourite || type === logTypes.play)
      if (!isWanted) tally.refuse('otherLog')
      return isWanted
    })
    const placeOf = await findPlaces(run, wanted, { user: 'user_id', title: 'ulog_rid' })
    const entries = wanted.flatMap((fresh): LogEntry[] => {
      const place = placeOf(fresh.row)
      if (typeof place !== 'string') return [{ fresh, place }]
      tally.refuse(place)
      return []
    })
    const newest = newestOf(entries.filter(({ fresh }) => text(fresh.row, 'ulog_type') === logTypes.play))
    for (const entry of entries) {
      const isOlder = text(entry.fresh.row, 'ulog_type') === logTypes.play && !newest.has(entry)
      if (isOlder) tally.refuse('older')
      else tally.took(entry.fresh)
    }
    if (dry || entries.length === 0) return
    const favourites = entries
      .filter(({ fresh }) => text(fresh.row, 'ulog_type') === logTypes.favourite)
      .map(({ fresh, place: { userId, titleId } }) => ({
        userId,
        titleId,
        createdAt: sec(fresh.row, 'ulog_time') || run.nowSec,
      }))
    const records = [...newest].map(recordOf)
    await parts.inTransaction(async (tx) => {
      await parts.library.saveIn(tx, { favourites, records })
      await rememberIn(
        tx,
        'log',
        entries.map(({ fresh }) => entryOf(fresh, null)),
      )
    })
  })

/** The last watched episode of each user and title. */
function newestOf(entries: readonly LogEntry[]): Set<LogEntry> {
  const newest = new Map<string, LogEntry>()
  for (const entry of entries) {
    const key = `${entry.place.userId} ${entry.place.titleId}`
    const other = newest.get(key)
    if (!other || sec(other.fresh.row, 'ulog_time') <= sec(entry.fresh.row, 'ulog_time')) newest.set(key, entry)
  }
  return new Set(newest.values())
}

const maxSec = 1_000_000

function recordOf({ fresh: { row }, place }: LogEntry): RecordToSave {
  const durationMs = Math.min(int(row, 'ulog_duration'), maxSec) * 1000
  const positionMs = Math.min(int(row, 'ulog_point'), maxSec) * 1000
  return {
    ...place,
    level: Math.max(1, Math.min(int(row, 'ulog_nid'), 100_000)),
    positionMs: durationMs > 0 ? Math.min(positionMs, durationMs) : positionMs,
    durationMs,
    watchedSec: sec(row, 'ulog_time') || 1,
  }
}
