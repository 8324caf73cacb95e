import {
  indexSearch,
  indexSearchKeywords,
  personDetail,
  playToken,
  replyCode,
  userInfo,
  userMinors,
  vodDetail,
  vodList,
  vodRank,
  vodUpdates,
  type Call,
  type SendOf,
} from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { beforeAll, expect, test } from 'vitest'
import { titlesChanged } from './domains/catalog/index.ts'
import { buildTestApp, type MakeOptions, type TestApp } from './testing/test-app.ts'
import { aTitle } from './testing/titles.ts'

let t: TestApp
let openId: number
let adultId: number
const [open, adult] = ['灯塔守夜人', '灯塔深渊']
beforeAll(async () => {
  t = await buildTestApp()
  const { writer, plays } = t.station.catalog
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  const add = async (name: string, season: number): Promise<number> => {
    const people = { directors: ['顾远舟'], series: '灯塔', season }
    const { id } = await writer.saveTitle(aTitle({ name, ...people }), nowSec)
    const episode = { source: '云幕一线', level: 1, name: '正片', state: 'ready' as const, durationMs: 60_000 }
    await writer.saveEpisodes(id, [{ ...episode, assetId: null }], nowSec)
    return id
  }
  ;[openId, adultId] = [await add(open, 1), await add(adult, 2)]
  await t.station.catalog.corrections.titles.markAdult('mei', adultId, true)
  const day = chinaDay(nowSec)
  await plays.save([
    { day, titleId: openId, plays: 3 },
    { day, titleId: adultId, plays: 9 },
  ])
  await plays.recountRanks(t.clock.nowMs())
  t.platform.events.announce(titlesChanged, { ids: [openId, adultId] })
})

const minor: MakeOptions = { headers: { cookie: 'minor=1' } }

/** The reply as text: whether a name is anywhere in it. */
async function read<C extends Call>(call: C, send: SendOf<C>, options: MakeOptions = {}): Promise<string> {
  const { code, data } = await t.make(call, send, options)
  return JSON.stringify({ code, data })
}

const all = { type: 0, area: '全部地区', year: '全部年份', genre: '全部', letter: '全部', vip: '全部', lang: '全部' }
const list = { ...all, order: '最新', page: 1, size: 20 } as const

const reads: Record<string, (options: MakeOptions) => Promise<string>> = {
  lists: (options) => read(vodList, list, options),
  rankings: (options) => read(vodRank, { type: 0, period: 'day', genre: '全部', page: 1, size: 20 }, options),
  updates: (options) => read(vodUpdates, { type: 0, day: '0', page: 1, size: 20 }, options),
  search: (options) => read(indexSearch, { kind: 'vod', q: '灯塔', order: '相关', page: 1, size: 20 }, options),
  'the sorted search': (options) =>
    read(indexSearch, { kind: 'vod', q: '灯塔', order: '最新', page: 1, size: 20 }, options),
  suggestions: (options) => read(indexSearchKeywords, { q: '灯塔' }, options),
  people: (options) => read(personDetail, { name: '顾远舟' }, options),
  'seasons and related titles': (options) => read(vodDetail, { type: 0, id: openId }, options),
}

test.each(Object.entries(reads))(
  'a title that is not for minors is absent in minors’ mode from %s, and caches do not mix',
  async (_, reply) => {
    for (let round = 0; round < 2; round++) {
      const [forAll, forMinors] = [await reply({}), await reply(minor)]
      expect(forAll).toContain(open)
      expect(forAll).toContain(adult)
      expect(forMinors).toContain(open)
      expect(forMinors).not.toContain(adult)
      expect(await reply({ as: 'lin' })).toContain(adult)
    }
  },
)

test('totals of lists and of the search count only what the audience may see', async () => {
  const totalOf = async (options: MakeOptions): Promise<[number, number]> => [
    vodList.reply.parse((await t.make(vodList, list, options)).data).total,
    indexSearch.reply.parse(
      (await t.make(indexSearch, { kind: 'vod', q: '灯塔', order: '相关', page: 1, size: 20 }, options)).data,
    ).total,
  ]
  const [ofAll, ofMinors] = [await totalOf({}), await totalOf(minor)]
  expect(ofMinors).toEqual(ofAll.map((total) => total - 1))
})

test('its own address is closed by the server, and it is not played', async () => {
  expect(await t.make(vodDetail, { type: 0, id: adultId })).toMatchObject({ code: replyCode.done })
  const none = { data: { refusal: 'NoSuchTitle' } }
  expect(await t.make(vodDetail, { type: 0, id: adultId }, minor)).toMatchObject(none)
  const playOf = (id: number) => ({ type: 'vod' as const, id, ids: 0, level: 1 })
  expect(await t.make(playToken, playOf(adultId), minor)).toMatchObject(none)
  expect(await t.make(playToken, playOf(adultId))).not.toMatchObject(none)
  expect(await t.make(playToken, playOf(openId), minor)).not.toMatchObject(none)
})

test('an account in minors’ mode is closed on every device; only its code ends that', async () => {
  const set = (on: boolean, code: string) => t.make(userMinors, { on, code }, { as: 'bao' })
  for (const code of ['', '12345', '1234567', 'abcdef'])
    expect(await set(true, code)).toMatchObject({ data: { refusal: 'MinorsCodeInvalid' } })
  expect((await t.make(userInfo, {}, { as: 'bao' })).data).toMatchObject({ minors: false })
  expect(await set(true, '246810')).toMatchObject({ data: { minors: true } })
  expect(await read(vodList, list, { as: 'bao' })).not.toContain(adult)
  expect(await t.make(vodDetail, { type: 0, id: adultId }, { as: 'bao' })).toMatchObject({
    data: { refusal: 'NoSuchTitle' },
  })
  expect(await read(vodList, list, { as: 'lin' })).toContain(adult)
  expect(await set(false, '111111')).toMatchObject({ data: { refusal: 'MinorsCodeWrong' } })
  // Nor does another code replace it.
  expect(await set(true, '111111')).toMatchObject({ data: { refusal: 'MinorsCodeWrong' } })
  expect(await read(vodList, list, { as: 'bao' })).not.toContain(adult)
  expect(await set(false, '246810')).toMatchObject({ data: { minors: false } })
  expect(await read(vodList, list, { as: 'bao' })).toContain(adult)
})

test('a title that is cleared is there for everybody', async () => {
  await t.station.catalog.corrections.titles.markAdult('mei', adultId, false)
  t.platform.events.announce(titlesChanged, { ids: [adultId] })
  // Lists may be two seconds old, counted from when the change was read.
  const later = (): Promise<string> => {
    t.clock.set(t.clock.nowMs() + 3000)
    return read(vodList, list, minor)
  }
  await expect.poll(later).toContain(adult)
})
