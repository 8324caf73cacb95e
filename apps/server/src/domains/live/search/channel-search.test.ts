import { indexSearch, indexSearchKeywords, type LiveHit } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { aLinearChannel } from '../../../testing/channels.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import { titlesChanged } from '../../catalog/index.ts'

const overseas = { name: '海外', overseas: true }
const gangao = { type: 'gangao', name: '港澳' }
const halfHourSec = 1800

let t: TestApp
let first: number
let second: number
/** The reply cached before any channel existed. */
let before: unknown
beforeAll(async () => {
  t = await buildTestApp()
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  const { id } = await t.station.catalog.writer.saveTitle(aTitle({ name: '雾港来信' }), nowSec)
  t.events.announce(titlesChanged, { ids: [id] })
  before = await search('云幕')
  ;[first = 0, second = 0] = await t.station.live.save([
    aLinearChannel({ name: '云幕一套', number: 1, aliases: ['云幕综合'] }),
    aLinearChannel({ name: '云幕剧场', number: 3 }),
    aLinearChannel({ name: '港岛明珠台', number: 51, group: overseas, tag: gangao }),
    aLinearChannel({ name: '云幕电影', number: 4 }),
    aLinearChannel({ name: '云幕体育', number: 5 }),
  ])
  const programme = (at: number, name: string) => ({
    startSec: nowSec + at * halfHourSec - 900,
    endSec: nowSec + (at + 1) * halfHourSec - 900,
    name,
    sub: '',
    intro: '',
    category: '',
    img: '',
  })
  await t.station.guide.saveProgrammes(first, [programme(0, '雾港来信 第 3 集'), programme(1, '晚间新闻')])
  await t.station.guide.saveProgrammes(second, [programme(0, '雾港来信 第 3 集')])
})

type Kind = 'all' | 'vod' | 'live' | 'match'
const search = async (q: string, { kind = 'all', page = 1, size = 20, lang = 's' }: Asked = {}) =>
  indexSearch.reply.parse((await t.make(indexSearch, { kind, q, order: '相关', page, size }, { lang })).data)
interface Asked {
  kind?: Kind
  page?: number
  size?: number
  lang?: 's' | 't'
}
const suggest = async (q: string) => indexSearchKeywords.reply.parse((await t.make(indexSearchKeywords, { q })).data)
const namesOf = (hits: readonly { kind: string }[]): string[] =>
  hits.filter((hit): hit is LiveHit => hit.kind === 'live').map(({ channel }) => channel.name)

test('[C04] without channels none is found, and the cached reply contains no more after one was added', async () => {
  expect(before).toMatchObject({ list: [], channels: [], total: 0 })
  expect(await search('云幕')).toMatchObject({ total: 4 })
})

test('[C04] a text that matches no channel finds none, and pages beyond the end are empty', async () => {
  expect(await search('没有这个台', { kind: 'live' })).toMatchObject({ list: [], total: 0 })
  expect(await search('云幕', { kind: 'live', page: 900, size: 100 })).toMatchObject({ list: [], total: 4 })
  expect(await suggest('没有这个台')).toEqual({ best: null, list: [], total: 0 })
})

test('[C04] [G01] channels have their own tab, with current programmes and pages', async () => {
  const { list, totals } = await search('yunmu', { kind: 'live' })
  expect(namesOf(list)).toEqual(['云幕一套', '云幕剧场', '云幕电影', '云幕体育'])
  expect(totals).toEqual({ all: 4, vod: 0, live: 4, match: 0 })
  expect(list[0]).toMatchObject({
    marks: [[0, 2]],
    by: null,
    channel: { number: 1, now: { name: '雾港来信 第 3 集' }, next: { name: '晚间新闻' }, follow: false },
  })
  const second = await search('yunmu', { kind: 'live', page: 2, size: 3 })
  expect([namesOf(second.list), second.total]).toEqual([['云幕体育'], 4])
})

test('[C04] the combined results list titles, with the best channels on the first page; without titles, channels', async () => {
  const both = await search('港')
  expect(both).toMatchObject({ total: 1, list: [{ kind: 'vod' }], totals: { all: 2, vod: 1, live: 1 } })
  expect(namesOf(both.channels)).toEqual(['港岛明珠台'])
  expect((await search('港', { page: 2 })).channels).toEqual([])
  const channelsAlone = await search('云幕')
  expect(channelsAlone).toMatchObject({ total: 4, channels: [] })
  expect(namesOf(channelsAlone.list)).toHaveLength(4)
  expect((await search('云幕', { kind: 'vod' })).list).toEqual([])
})

test('[C04] a channel is found by the title that it broadcasts as long as it is on air, and the best one is listed with the title', async () => {
  const { channels } = await search('雾港来信')
  const by = { kind: 'programme', text: '雾港来信 第 3 集', marks: [[0, 4]] }
  expect(channels).toMatchObject([{ channel: { id: first }, marks: [], by }])
  expect((await search('雾港来信', { kind: 'live' })).total).toBe(2)
  await t.station.live.announceOnAirChanges()
  const beganMs = t.clock.nowMs()
  t.clock.set(beganMs + halfHourSec * 1000)
  await t.station.live.announceOnAirChanges()
  expect((await search('雾港来信')).channels).toEqual([])
  expect((await search('晚间新闻')).list).toMatchObject([{ channel: { id: first, now: { name: '晚间新闻' } } }])
  t.clock.set(beganMs)
  await t.station.live.announceOnAirChanges()
})

test('[C04] queries and results work in both scripts, and highlights match both', async () => {
  const [hit] = (await search('雲幕劇場', { kind: 'live', lang: 't' })).list
  expect(hit).toMatchObject({ kind: 'live', channel: { name: '雲幕劇場' }, marks: [[0, 4]] })
})

test('[C02] a channel is suggested after titles, an exactly named one before them, with its address', async () => {
  const [title, behind] = [await suggest('港'), await suggest('港岛明珠台')]
  expect(title.best?.title.name).toBe('雾港来信')
  const channel = { types: 'gangao', group: '海外', overseas: true }
  expect(title.list).toMatchObject([{ kind: 'channel', text: '港岛明珠台', remark: '频道', marks: [[0, 1]], channel }])
  expect(title.total).toBe(2)
  expect(behind.list).toMatchObject([{ kind: 'channel', text: '港岛明珠台' }])
  expect((await suggest('云幕')).list).toHaveLength(2)
  expect((await suggest('综合')).list).toMatchObject([{ text: '云幕综合', remark: '频道 云幕一套' }])
  expect((await suggest('5')).list).toMatchObject([{ text: '云幕体育', remark: '频道 5', marks: [] }])
  expect((await suggest('wugang')).list).toMatchObject([
    { text: '雾港来信 第 3 集', remark: '云幕一套 正在播' },
    { text: '雾港来信 第 3 集', remark: '云幕剧场 正在播' },
  ])
})

test('[C04] a deleted channel is not found, and a renamed one only by its new name', async () => {
  const [id = 0] = await t.station.live.save([aLinearChannel({ name: '过路台', number: 90 })])
  expect(namesOf((await search('guolu')).list)).toEqual(['过路台'])
  await t.station.live.save([aLinearChannel({ name: '常驻台', number: 90 })])
  expect((await search('guolu')).total).toBe(0)
  expect(namesOf((await search('changzhu')).list)).toEqual(['常驻台'])
  await t.station.live.remove([id])
  expect((await search('changzhu')).total).toBe(0)
})
