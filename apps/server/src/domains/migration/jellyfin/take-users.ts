import { randomBytes } from 'node:crypto'
import { isTrue, lineOf, recordOf } from '../items/loose-values.ts'
import {
  entryOf,
  rememberItems,
  runItems,
  startTable,
  type FreshItem,
  type Item,
  type ItemTally,
} from '../items/run-items.ts'
import type { RecordToSave } from '../migration-needs.ts'
import { addConflict, addExample } from '../report-rules.ts'
import { readUserData, type UserData } from './item-rules.ts'
import type { JellyfinRun } from './migrate-jellyfin.ts'
import { itemId } from './server.ts'

interface ServerUser {
  key: string
  name: string
  disabled: boolean
}

/** Takes users. Their passwords cannot come: each gets one of its own, which the operator hands over. */
export async function takeUsers(run: JellyfinRun): Promise<readonly ServerUser[]> {
  const { parts, report, nowSec, dry } = run
  const tally = startTable(run, 'user')
  const users = (await run.server.users(run.signal)).flatMap((row): ServerUser[] => {
    const user = {
      key: itemId(row['Id']),
      name: lineOf(row['Name'], 40),
      disabled: isTrue(recordOf(row['Policy'])['IsDisabled']),
    }
    if (user.key !== '' && user.name !== '') return [user]
    tally.table.read++
    tally.refuse('broken')
    return []
  })
  const items = users.map((user) => ({ key: user.key, fingerprint: user.key, value: user }))
  await runItems(run, { kind: 'user', tally }, items, async (all) => {
    const drafts = all.map(({ value, known }) => ({
      knownId: known?.id ?? null,
      oldId: Number.parseInt(value.key.slice(0, 6), 16),
      name: value.name,
      nickname: value.name,
      email: '',
      qq: '',
      passwordHash: '',
      createdSec: nowSec,
      disabled: value.disabled,
    }))
    const save = dry
      ? await parts.users.save(null, drafts)
      : await parts.inTransaction(async (tx) => {
          const saved = await parts.users.save(tx, drafts)
          const entries = all.flatMap((fresh, at) => {
            const id = saved[at]?.id ?? null
            return id === null ? [] : [entryOf(fresh, id)]
          })
          await rememberItems(run, tx, 'user', entries)
          return saved
        })
    for (const [at, fresh] of all.entries()) {
      const user = save[at]
      if (!user || user.name === '') {
        tally.refuse('noName')
        continue
      }
      tally.took(fresh)
      if (dry) run.planned.set(fresh.key, 0)
      addExample(report, { table: 'user', oldId: fresh.key, text: user.name })
      if (user.isRenamed)
        addConflict(report, { kind: 'renamed', oldId: fresh.key, text: `${fresh.value.name} → ${user.name}` })
      if (run.onPassword && !dry) {
        const password = randomBytes(12).toString('base64url')
        // Written first: one that nobody knows would be of no use.
        run.onPassword(user.name, password)
        await parts.users.setPassword(user.name, password)
      } else addConflict(report, { kind: 'noPassword', oldId: fresh.key, text: user.name })
    }
  })
  return users
}

interface Watched {
  user: ServerUser
  /** The film or episode. */
  item: string
  data: UserData
}

const queries = {
  watched: [{ filters: 'IsPlayed' }, { filters: 'IsResumable' }],
  favourite: [{ filters: 'IsFavorite' }],
} as const

/** Takes what users watched, where they are in it, and their favourites. */
export async function takeHistory(run: JellyfinRun, users: readonly ServerUser[]): Promise<void> {
  for (const kind of ['watched', 'favourite'] as const) {
    const tally = startTable(run, kind)
    for (const user of users)
      await runItems(run, { kind, tally }, watchedBy(run, user, { kind, tally }), (fresh) =>
        saveWatched(run, { kind, tally, user }, fresh),
      )
  }
}

async function* watchedBy(
  { server, signal }: JellyfinRun,
  user: ServerUser,
  { kind, tally }: { kind: keyof typeof queries; tally: ItemTally },
): AsyncGenerator<Item<Watched>> {
  const includeItemTypes = kind === 'watched' ? 'Movie,Episode' : 'Movie,Series,Episode'
  const seen = new Set<string>()
  for (const query of queries[kind])
    for await (const row of server.items(
      { ...query, userId: user.key, includeItemTypes, enableUserData: 'true' },
      signal,
    )) {
      const item = itemId(row['Id'])
      // One that is watched again is played and resumable at once.
      if (seen.has(item)) continue
      seen.add(item)
      const data = readUserData(row)
      if (Number(recordOf(row['UserData'])['PlayCount'] ?? 0) > 1) countField(tally, 'PlayCount')
      const fingerprint = kind === 'favourite' ? true : data
      yield { key: `${user.key} ${item}`, fingerprint, value: { user, item, data } }
    }
}

const countField = ({ table: { fields } }: ItemTally, name: string): void =>
  void (fields[name] = (fields[name] ?? 0) + 1)

/** Where an item of the server plays here. */
async function placesOf(
  { items, sourceId, dry, planned }: JellyfinRun,
  keys: readonly string[],
): Promise<ReadonlyMap<string, { titleId: number; level: number }>> {
  const places = new Map<string, { titleId: number; level: number }>()
  for (const kind of ['film', 'series', 'episode'] as const)
    for (const [key, { id, level }] of await items.known(sourceId, kind, keys))
      if (id !== null) places.set(key, { titleId: id, level })
  if (dry)
    for (const key of keys) {
      const titleId = planned.get(key)
      if (titleId !== undefined && !places.has(key)) places.set(key, { titleId, level: 1 })
    }
  return places
}

async function saveWatched(
  run: JellyfinRun,
  { kind, tally, user }: { kind: keyof typeof queries; tally: ItemTally; user: ServerUser },
  fresh: readonly FreshItem<Watched>[],
): Promise<void> {
  const { parts, items, sourceId, dry, planned } = run
  const userId = (await items.known(sourceId, 'user', [user.key])).get(user.key)?.id ?? null
  const isThere = userId !== null && (await parts.users.existing([userId])).has(userId)
  if (!isThere && !(dry && planned.has(user.key))) return tally.refuse('noUser', fresh.length)
  const places = await placesOf(
    run,
    fresh.map(({ value }) => value.item),
  )
  const titles = await parts.catalog.titles([...new Set([...places.values()].map(({ titleId }) => titleId))])
  const taken = fresh.flatMap((one) => {
    const place = places.get(one.value.item)
    const title = place && (place.titleId < 0 ? { pidId: 0, name: '' } : titles.get(place.titleId))
    if (place && title)
      return [{ one, record: recordOfWatched(one.value, { ...place, ...title, userId: userId ?? 0 }) }]
    tally.refuse('noTitle')
    return []
  })
  const newest = kind === 'watched' ? newestOf(taken.map(({ record }) => record)) : null
  for (const { one, record } of taken) {
    if (newest && !newest.has(record)) tally.refuse('older')
    else tally.took(one)
  }
  if (dry || taken.length === 0) return
  await parts.inTransaction(async (tx) => {
    const favourites = taken.map(({ record: { titleId }, one: { value } }) => ({
      userId: userId ?? 0,
      titleId,
      createdAt: value.data.watchedSec || run.nowSec,
    }))
    await parts.library.saveIn(tx, newest ? { favourites: [], records: [...newest] } : { favourites, records: [] })
    await rememberItems(
      run,
      tx,
      kind,
      taken.map(({ one }) => entryOf(one, null)),
    )
  })
}

/** One record a title: the last episode that was watched. */
function newestOf(records: readonly RecordToSave[]): Set<RecordToSave> {
  const newest = new Map<number, RecordToSave>()
  for (const record of records) {
    const other = newest.get(record.titleId)
    const isLater =
      !other ||
      record.watchedSec > other.watchedSec ||
      (record.watchedSec === other.watchedSec && record.level > other.level)
    if (isLater) newest.set(record.titleId, record)
  }
  return new Set(newest.values())
}

const maxMs = 1_000_000_000

function recordOfWatched(
  { data }: Watched,
  place: Pick<RecordToSave, 'userId' | 'titleId' | 'pidId' | 'name' | 'level'>,
): RecordToSave {
  const durationMs = Math.min(data.durationMs, maxMs)
  // Of what was watched to its end there is no position.
  const positionMs =
    data.positionMs === 0 && data.isPlayed ? durationMs : Math.min(data.positionMs, durationMs || maxMs)
  return { ...place, level: Math.max(1, place.level), durationMs, positionMs, watchedSec: data.watchedSec || 1 }
}
