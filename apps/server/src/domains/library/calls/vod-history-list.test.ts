import { userWatchesSync, vodHistoryList, type HistoryItem, type SendOf, type SyncRecord } from '@yunmu/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import { titlesChanged } from '../../catalog/index.ts'

const Page = z.object({ list: z.array(z.custom<HistoryItem>()), total: z.int() })
const watchedAt = 1_700_000_000
let t: TestApp
let film: number
let series: number
beforeAll(async () => {
  t = await buildTestApp()
  t.clock.set(watchedAt * 1000)
  const { writer } = t.station.catalog
  film = (await writer.saveTitle(aTitle({ name: '雾港来信', remarks: '正片' }), watchedAt)).id
  series = (await writer.saveTitle(aTitle({ name: '第七码头', pidId: 1, typeId: 1 }), watchedAt)).id
  await put(film, [{ level: 1, name: '正片' }])
  await put(series, [
    { level: 1, name: '第1集' },
    { level: 2, name: '第2集', still: '/media/pictures/2.webp' },
  ])
  await sync([
    { type: 'vod', id: film },
    { type: 'tv', id: series, episode: 2, saveTime: watchedAt - 10 },
  ])
})

const put = (
  id: number,
  episodes: { level: number; name: string; still?: string; airAtSec?: number; state?: 'pending' }[],
) =>
  t.station.catalog.writer.saveEpisodes(
    id,
    episodes.map((episode) => ({ source: '线路一', state: 'ready' as const, ...episode })),
    Math.floor(t.clock.nowMs() / 1000),
  )
const aRecord = (given: Partial<SyncRecord>): SyncRecord => ({
  type: 'vod',
  id: film,
  episode: 1,
  duration: 100,
  percent: 0,
  currentTime: 50,
  title: '',
  saveTime: watchedAt,
  ...given,
})
const sync = (list: Partial<SyncRecord>[]) => t.make(userWatchesSync, { list: list.map(aRecord) }, { as: 'lin' })
const history = async (send: Partial<SendOf<typeof vodHistoryList>> = {}, lang: 's' | 't' = 's') => {
  const { data } = await t.make(vodHistoryList, { kind: 'all', q: '', page: 1, size: 30, ...send }, { as: 'lin', lang })
  return Page.parse(data)
}
const names = async (send: Partial<SendOf<typeof vodHistoryList>>) => (await history(send)).list.map(({ name }) => name)
const freshOf = async (id: number) => (await history()).list.find((item) => item.id === id)?.fresh

describe('filters', () => {
  test('[F09] a kind, a name and a page without records are empty lists', async () => {
    expect(await names({ kind: 'live' })).toEqual([])
    expect(await names({ q: '没有' })).toEqual([])
    expect(await history({ page: 500 })).toEqual({ list: [], total: 2 })
  })

  test('[F09] the newest is first; kinds and pages filter', async () => {
    expect(await names({})).toEqual(['雾港来信', '第七码头'])
    expect(await names({ kind: 'tv' })).toEqual(['第七码头'])
    expect(await names({ kind: 'vod' })).toEqual(['雾港来信'])
    expect(await names({ page: 2, size: 1 })).toEqual(['第七码头'])
  })

  test('[F09] a name is found in either script', async () => {
    expect(await names({ q: '碼頭' })).toEqual(['第七码头'])
    expect(await names({ q: ' 码头 ' })).toEqual(['第七码头'])
    expect((await history({ q: '来信' }, 't')).list).toMatchObject([{ name: '霧港來信' }])
  })
})

describe('composed records', () => {
  test('[F09] a title with one episode has no episode name and its wide picture; a series has the still of the episode', async () => {
    const { list } = await history()
    expect(list[0]).toMatchObject({ episode: '', isSerial: false, level: 1, currentTime: 50, percent: 50, gone: false })
    expect(list[0]?.remarks).toBe('正片')
    expect(list[0]?.still).toMatch(/^\/media\/art\/backdrop\//)
    expect(list[0]?.img).toMatch(/^\/media\/art\/poster\//)
    expect(list[1]).toMatchObject({ episode: '第2集', isSerial: true, level: 2, pidId: 1 })
    expect(list[1]?.still).toBe('/media/pictures/2.webp')
  })

  test('[F09] an episode released since is marked as fresh; one that is not ready or has not aired is not', async () => {
    t.clock.set((watchedAt + 3600) * 1000)
    expect(await freshOf(series)).toBe(false)
    await put(series, [
      { level: 3, name: '第3集', state: 'pending' },
      { level: 4, name: '第4集', airAtSec: watchedAt + 7200 },
    ])
    expect(await freshOf(series)).toBe(false)
    t.clock.set((watchedAt + 7200) * 1000)
    expect(await freshOf(series)).toBe(true)
    await sync([{ type: 'tv', id: series, episode: 2, saveTime: watchedAt + 7200 }])
    expect(await freshOf(series)).toBe(false)
    expect(await freshOf(film)).toBe(false)
  })

  test('[F09] an old episode that was added since is fresh as well', async () => {
    t.clock.set((watchedAt + 10_000) * 1000)
    await put(series, [{ level: 5, name: '第5集', airAtSec: watchedAt - 99_999 }])
    expect(await freshOf(series)).toBe(true)
  })

  test('[F09] a deleted title keeps its record and its name, and is marked', async () => {
    await t.platform.pool.query('delete from title where id = $1', [film])
    t.events.announce(titlesChanged, { ids: [film] })
    const gone = (await history()).list.find(({ id }) => id === film)
    expect(gone).toMatchObject({
      name: '雾港来信',
      gone: true,
      img: '',
      still: '',
      fresh: false,
      episode: '',
      percent: 50,
    })
    expect(await names({ q: '雾港' })).toEqual(['雾港来信'])
  })
  test('[F09] a film with its trailers is not a series', async () => {
    const { writer } = t.station.catalog
    const { id } = await writer.saveTitle(aTitle({ name: '盐田', totalEpisodes: 1 }), watchedAt)
    await put(id, [
      { level: 1, name: '正片' },
      { level: 2, name: '幕后' },
    ])
    t.events.announce(titlesChanged, { ids: [id] })
    await sync([{ type: 'vod', id, episode: 2, saveTime: watchedAt + 10_000 }])
    const item = (await history()).list.find((one) => one.id === id)
    expect(item).toMatchObject({ episode: '幕后', isSerial: false })
  })
})
