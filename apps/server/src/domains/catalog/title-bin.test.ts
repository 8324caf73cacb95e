import { vodDetail } from '@yunmu/contract'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aPlayableTitle } from '../../testing/media.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'
import { setDeleted } from './bin-store.ts'
import { changeTitles } from './change-titles.ts'
import { keepDeletedSec } from './title-bin.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})
beforeEach(() => t.platform.pool.query('delete from title'))

const now = (): number => Math.floor(t.clock.nowMs() / 1000)
const remove = (id: number, atSec = now()) => changeTitles(t.platform, (tx) => setDeleted(tx, [id], atSec))
const merge = (id: number, into: number) => t.station.catalog.corrections.titles.merge('mei', id, into)
/** Whether a title is in lists, and has a page. */
const isShown = async (id: number): Promise<boolean[]> => {
  const listed = await t.station.catalog.listing.hitsOf([id])
  const { data } = await t.make(vodDetail, { type: 2, id })
  return [listed.has(id), vodDetail.reply.safeParse(data).success]
}

test('visitors do not see a deleted title until it is restored, and it is not written back by collecting', async () => {
  const { writer } = t.station.catalog
  const draft = aTitle()
  const { id } = await writer.saveTitle(draft, now())
  expect(await isShown(id)).toEqual([true, true])
  await remove(id)
  expect(await isShown(id)).toEqual([false, false])
  await writer.saveTitles([{ ...draft, remarks: '更新至3集' }], now())
  expect(await isShown(id)).toEqual([false, false])
  expect(await writer.saveTitles([{ ...draft, restore: true }], now())).toMatchObject([
    { id, added: false, changed: true },
  ])
  expect(await isShown(id)).toEqual([true, true])
})

test('an import on purpose of files that are there already restores their titles', async () => {
  const draft = aTitle()
  const { id } = await t.station.catalog.writer.saveTitle(draft, now())
  await remove(id)
  expect(await t.station.catalog.bin.restoreOrigins([draft.origin, 'unknown'])).toEqual([id])
  expect(await isShown(id)).toEqual([true, true])
  expect(await t.station.catalog.bin.restoreOrigins([draft.origin])).toEqual([])
})

test('a title is removed thirty days after it was deleted, with the files that no other title plays', async () => {
  const { bin, writer } = t.station.catalog
  const [gone, shared] = [await aPlayableTitle(t), await aPlayableTitle(t)]
  const { id: kept } = await writer.saveTitle(
    aTitle({ episodes: [{ source: '云播', level: 1, name: '正片', assetId: shared.assetId, state: 'ready' }] }),
    now(),
  )
  await remove(gone.titleId, now() - keepDeletedSec - 1)
  await remove(shared.titleId, now() - keepDeletedSec - 1)
  const fresh = await writer.saveTitle(aTitle(), now())
  await remove(fresh.id, now() - keepDeletedSec)
  const folder = (assetId: number): boolean => existsSync(join(t.platform.config.dataDir, 'media', `${assetId}`))
  expect([folder(gone.assetId), folder(shared.assetId)]).toEqual([true, true])
  await bin.empty()
  await t.platform.jobs.start()
  await expect.poll(() => folder(gone.assetId), { timeout: 60_000 }).toBe(false)
  expect(folder(shared.assetId)).toBe(true)
  const { rows } = await t.platform.pool.query('select id from title order by id')
  expect(rows.map(({ id }) => id)).toEqual([kept, fresh.id])
})

test('the address of a merged title is known to lead to the survivor, and importers write to that', async () => {
  const { writer, bin } = t.station.catalog
  const [part, whole] = [aTitle({ name: '一部分' }), aTitle({ name: '全部' })]
  const [{ id: partId }, { id: wholeId }] = [await writer.saveTitle(part, now()), await writer.saveTitle(whole, now())]
  expect(await merge(partId, partId)).toBe('SameTitle')
  const merged = await merge(partId, wholeId)
  expect(await merge(wholeId, partId)).toBe('TitleMerged')
  expect([await isShown(partId), await isShown(wholeId)]).toEqual([
    [false, false],
    [true, true],
  ])
  await t.platform.changes.settled()
  expect([bin.survivorOf(partId), bin.survivorOf(wholeId)]).toEqual([wholeId, null])
  const episodes = [{ source: '云播', level: 1, name: '正片' }]
  const saved = await writer.saveTitles([{ ...part, name: '改名', episodes }, whole], now())
  expect(saved.map(({ id }) => id)).toEqual([wholeId, wholeId])
  const { rows } = await t.platform.pool.query(
    'select title_id, title.name from source join title on title.id = title_id',
  )
  expect(rows).toEqual([{ title_id: wholeId, name: '全部' }])
  await t.station.audit.undo(typeof merged === 'string' ? 0 : merged.entryId, 'mei')
  await t.platform.changes.settled()
  expect([bin.survivorOf(partId), await isShown(partId)]).toEqual([null, [true, true]])
})
