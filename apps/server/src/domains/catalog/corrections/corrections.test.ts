import { commentCommit, vodDetail, vodFavorite, vodScore } from '@yunmu/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import type { TitleDraft } from '../title-drafts.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})
beforeEach(async () => {
  await t.platform.pool.query('delete from title')
  await t.platform.pool.query('delete from audit_entry')
})

const now = (): number => Math.floor(t.clock.nowMs() / 1000)
const save = async (given: Partial<TitleDraft>): Promise<number> =>
  (await t.station.catalog.writer.saveTitle(aTitle(given), now())).id
const titles = () => t.station.catalog.corrections.titles
const entryOf = (done: { entryId: number } | string): number => (typeof done === 'string' ? 0 : done.entryId)
const undo = (done: { entryId: number } | string) => t.station.audit.undo(entryOf(done), 'mei')

const tables = [
  'title',
  'title_listing',
  'source',
  'episode',
  'favourite',
  'title_score',
  'title_follow',
  'watch_record',
  'comment',
  'danmaku',
]
/** All rows that corrections may change. */
const rows = async (): Promise<unknown> => {
  const found: Record<string, unknown> = {}
  for (const table of tables)
    found[table] = (await t.platform.pool.query(`select * from ${table} as one order by one::text`)).rows
  return found
}

const episodes = (source: string, ...levels: number[]) =>
  levels.map((level) => ({ source, level, name: `第${level}集` }))

test('[E07] what cannot be corrected is refused by name, and nothing is written', async () => {
  const [one, other] = [await save({}), await save({ episodes: episodes('云播', 1) })]
  const before = await rows()
  expect(await titles().set('mei', 9_999_999, { year: 2000 }, [])).toBe('NoSuchTitle')
  expect(await titles().set('mei', one, { year: 2026 }, [])).toBe('NothingChanged')
  expect(await titles().move('mei', one, 999, true)).toBe('NoSuchCategory')
  expect(await titles().merge('mei', one, one)).toBe('SameTitle')
  expect(await titles().merge('mei', one, 9_999_999)).toBe('NoSuchTitle')
  expect(await titles().split('mei', other, { sources: ['没有'] })).toBe('NoSuchLine')
  expect(await titles().split('mei', other, { sources: ['云播'] })).toBe('NothingToSplit')
  expect(await titles().split('mei', other, { levels: { first: 7, last: 9 } })).toBe('NothingToSplit')
  expect(await rows()).toEqual(before)
  expect(await t.station.audit.find({}, 1)).toEqual([])
})

test('[E07] of two operators who set the same at once, both changes are in the log, and the undo of the first is refused', async () => {
  const id = await save({})
  const [one, other] = await Promise.all([
    titles().set('mei', id, { remarks: '一' }, ['remarks']),
    titles().set('lan', id, { remarks: '二' }, ['remarks']),
  ])
  const [first, last] = entryOf(one) < entryOf(other) ? [one, other] : [other, one]
  expect(await undo(first)).toBe('ChangedSince')
  expect(await undo(last)).toMatchObject({ entryId: expect.any(Number) })
  expect(await undo(first)).toMatchObject({ entryId: expect.any(Number) })
  expect((await titles().show(id))?.columns).toMatchObject({ remarks: '', locked_fields: [] })
})

test('[E07] a merged title brings lines, episodes, favourites, ratings, comments and danmaku, and takes them back', async () => {
  const whole = await save({ name: '留下的', episodes: [...episodes('云播', 1, 2), ...episodes('备用', 1)] })
  const part = await save({ name: '并入的', episodes: [...episodes('云播', 2, 3), ...episodes('高清', 1)] })
  await t.refreshLists()
  for (const id of [whole, part]) {
    await t.make(vodFavorite, { id }, { as: 'mei' })
    await t.make(vodScore, { id, score: 8 }, { as: 'mei' })
  }
  await t.make(vodFavorite, { id: part }, { as: 'lin' })
  await t.make(vodScore, { id: part, score: 4 }, { as: 'lin' })
  await t.make(commentCommit, { kind: 'vod', id: part, content: '好看' }, { as: 'lin' })
  await t.platform.pool.query(
    `insert into danmaku (kind, subject_id, level, at_ms, mode, color, size, text, sender, weight, source, created_ms)
     values ('vod', $1, 2, 1, 'scroll', 0, 25, '哈哈', '', 1, 'demo', 1)`,
    [part],
  )
  const before = await rows()
  const done = await titles().merge('mei', part, whole)
  const sources = (await titles().show(whole))?.sources.map(({ name, episodes: count }) => [name, count])
  expect(sources).toEqual([
    ['云播', 3],
    ['备用', 1],
    ['云播 2', 1],
    ['高清', 1],
  ])
  const { rows: kept } = await t.platform.pool.query(
    'select title_id, count(*)::int from favourite group by 1 order by 1',
  )
  expect(kept).toEqual([
    { title_id: whole, count: 2 },
    { title_id: part, count: 1 },
  ])
  expect((await titles().show(whole))?.columns).toMatchObject({ score_sum: 120, score_count: 2 })
  for (const table of ['comment', 'danmaku'])
    expect((await t.platform.pool.query(`select subject_id from ${table}`)).rows).toEqual([{ subject_id: whole }])
  const { data } = await t.make(vodDetail, { type: 2, id: part })
  expect(vodDetail.reply.safeParse(data).success).toBe(false)
  expect(await titles().merge('mei', part, whole)).toBe('TitleMerged')
  const undone = await undo(done)
  expect(await rows()).toEqual(before)
  await undo(undone)
  expect((await titles().show(whole))?.sources).toHaveLength(4)
})

test('[E07] a part of a title becomes a title of its own, and is part of it again', async () => {
  const id = await save({ name: '两季', episodes: [...episodes('云播', 1, 2, 3, 4), ...episodes('备用', 1, 3)] })
  const before = await rows()
  const done = await titles().split('mei', id, { levels: { first: 3, last: 4 }, name: '第二季', season: 2 })
  const titleId = typeof done === 'string' ? 0 : done.titleId
  const shown = await titles().show(titleId)
  expect(shown).toMatchObject({ name: '第二季', columns: { season: 2, letter: 'D', origin: null } })
  expect(shown?.sources.map(({ name, first, last }) => [name, first, last])).toEqual([
    ['云播', 3, 4],
    ['备用', 3, 3],
  ])
  expect((await titles().show(id))?.sources.map(({ last }) => last)).toEqual([2, 1])
  await undo(done)
  expect(await rows()).toEqual(before)
})

test('[E07] an undo that would delete what was added since is refused', async () => {
  const { places, site } = t.station.catalog.corrections
  const id = await save({ episodes: episodes('云播', 1, 2) })
  const moved = await places.moveEpisode(
    'mei',
    { titleId: id, source: '云播', level: 2 },
    { titleId: id, source: '高清', level: 2 },
  )
  await t.station.catalog.writer.saveEpisodes(id, episodes('高清', 3), now())
  expect(await undo(moved)).toBe('ChangedSince')
  const added = await site.addCategory('mei', { name: '新类', typeEn: 'xinlei', parentId: 0 })
  await titles().move('mei', id, typeof added === 'string' ? 0 : added.categoryId, true)
  expect(await undo(added)).toBe('ChangedSince')
  expect((await titles().show(id))?.sources.map(({ name, episodes: count }) => [name, count])).toEqual([
    ['云播', 1],
    ['高清', 2],
  ])
})

test('[B08] nothing is moved, merged or split away from a password, also from one that is set meanwhile', async () => {
  const { writer, corrections } = t.station.catalog
  const episodes = [1, 2].map((level) => ({ source: '云播', level, name: `${level}` }))
  const [one, other] = await writer.saveTitles([aTitle({ episodes }), aTitle()], now())
  const [id, otherId] = [one?.id ?? 0, other?.id ?? 0]
  const at = { titleId: id, source: '云播', level: 1 }
  const attempts = () =>
    Promise.all([
      corrections.places.moveEpisode('mei', at, { ...at, titleId: otherId }),
      corrections.titles.merge('mei', id, otherId),
      corrections.titles.split('mei', id, { levels: { first: 2, last: 2 } }),
    ])
  const { manager } = t.station.locks
  await manager.set({ kind: 'vod', id, line: 0 }, 'kaimen-1234')
  expect(await attempts()).toEqual(['HasPassword', 'HasPassword', 'HasPassword'])
  expect(await corrections.places.moveEpisode('mei', at, { ...at, level: 3 })).toMatchObject({
    entryId: expect.any(Number),
  })
  await manager.clear({ kind: 'vod', id, line: 0 })
  const { rows } = await t.platform.pool.query<{ id: number }>('select id from source where title_id = $1', [id])
  const line = rows[0]?.id ?? 0
  await manager.set({ kind: 'vod', id, line }, 'kaimen-1234')
  expect(await corrections.places.moveEpisode('mei', { ...at, level: 2 }, { ...at, source: '备用', level: 2 })).toBe(
    'HasPassword',
  )
  await manager.clear({ kind: 'vod', id, line })
  const operator = await t.platform.pool.connect()
  await operator.query('begin')
  await operator.query('select from title where id = $1 for no key update', [id])
  const merging = corrections.titles.merge('mei', id, otherId)
  await expect
    .poll(async () => (await t.platform.pool.query('select from pg_locks where not granted')).rowCount)
    .toBeGreaterThan(0)
  await operator.query(
    `insert into subject_lock (kind, subject_id, line, password_hash, created_at) values ('vod', $1, 0, 'hash', 1)`,
    [id],
  )
  await operator.query('commit')
  operator.release()
  expect(await merging).toBe('HasPassword')
})
