import { commonHits, indexVodDataRank, replyCode } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'

let t: TestApp
let id: number
beforeAll(async () => {
  t = await buildTestApp()
  id = (await t.station.catalog.writer.saveTitle(aTitle({ name: '第七码头' }), 1_700_000_000)).id
})

const play = (options: Parameters<TestApp['make']>[2] = {}) => t.make(commonHits, { type: 'vod', id }, options)
const from = (remoteAddress: string) => ({ remoteAddress })

test('[F10] a play of a missing title is refused', async () => {
  expect(await t.make(commonHits, { type: 'vod', id: 999_999 })).toMatchObject({ data: { refusal: 'NoSuchTitle' } })
})

test('[F10] a play counts once per visitor, title and day, however often it is sent and written', async () => {
  expect(await play(from('203.0.113.1'))).toMatchObject({ code: replyCode.done })
  expect(await play(from('203.0.113.1'))).toMatchObject({ code: replyCode.alreadySo })
  expect(await play(from('203.0.113.2'))).toMatchObject({ code: replyCode.done })
  expect(await play({ as: 'lin' })).toMatchObject({ code: replyCode.done })
  await t.station.catalog.counter.flush()
  await play(from('203.0.113.1'))
  await t.station.catalog.counter.flush()
  await t.station.catalog.plays.recountRanks(t.clock.nowMs())
  const rank = async (period: 'day' | 'all') => (await t.make(indexVodDataRank, { type: 2, period, count: 5 })).data
  expect(await rank('day')).toMatchObject({ list: [{ name: '第七码头', plays: 3 }] })
  expect(await rank('all')).toMatchObject({ list: [{ name: '第七码头', plays: 3, hits: 3 }] })
})

test('[F10] one address counts thirty plays a minute, whatever its User-Agents', async () => {
  const statuses: number[] = []
  for (let at = 0; at < 31; at++) {
    const { statusCode } = await t.app.inject({
      method: 'POST',
      url: commonHits.path,
      payload: {
        type: 'vod',
        id: 999_999,
      },
      remoteAddress: '203.0.113.200',
      headers: { 'user-agent': `browser ${at}` },
    })
    statuses.push(statusCode)
  }
  expect(statuses.slice(0, 30)).not.toContain(429)
  expect(statuses[30]).toBe(429)
})

test('[F10] [J05] advertisements that a household reports do not keep its plays from being counted', async () => {
  const hit = async (type: 'ad' | 'vod') => {
    const payload = { type, id: 999_999 }
    const remoteAddress = '203.0.113.201'
    return (await t.app.inject({ method: 'POST', url: commonHits.path, payload, remoteAddress })).statusCode
  }
  for (let at = 0; at < 120; at++) expect(await hit('ad')).not.toBe(429)
  expect(await hit('ad')).toBe(429)
  expect(await hit('vod')).not.toBe(429)
})

test('[F10] the next day counts anew, and periods drop older plays', async () => {
  t.clock.set(t.clock.nowMs() + 26 * 3600 * 1000)
  await play(from('203.0.113.1'))
  await t.station.catalog.counter.flush()
  await t.station.catalog.plays.recountRanks(t.clock.nowMs())
  const plays = async (period: 'day' | 'week') =>
    (await t.station.catalog.plays.rank(period, { pidId: 2, facets: [] }, 5))[0]?.plays
  expect(await plays('day')).toBe(1)
  expect(await plays('week')).toBe(4)
})

test('[F10] plays that could not be written are kept for the next time', async () => {
  const { counter, plays } = t.station.catalog
  await play(from('203.0.113.77'))
  const real = plays.count
  plays.count = () => Promise.reject(new Error('database away'))
  await expect(counter.flush()).rejects.toThrow('database away')
  plays.count = real
  const hits = async () => (await t.station.catalog.titles.cards([id], 0))[0]?.hits ?? 0
  const before = await hits()
  await counter.flush()
  expect(await hits()).toBe(before + 1)
})

test('[F10] one household counts twenty plays of a title a day, whatever its User-Agents', async () => {
  const { counter, titles, writer } = t.station.catalog
  const other = (await writer.saveTitle(aTitle({ name: '北屿灯塔' }), 1_700_000_000)).id
  const playOther = (options: Parameters<TestApp['make']>[2]) => t.make(commonHits, { type: 'vod', id: other }, options)
  const named = (agent: string) => ({ ...from('203.0.113.201'), headers: { 'user-agent': agent } })
  const hits = async () => {
    await counter.flush()
    return (await titles.cards([other], 0))[0]?.hits ?? 0
  }
  for (let at = 0; at < 24; at++) await playOther(named(`browser ${at}`))
  expect(await hits()).toBe(20)
  await playOther(named('one more'))
  expect(await hits()).toBe(20)
  await playOther({ ...from('203.0.113.201'), as: 'bao' })
  await playOther(from('203.0.113.202'))
  expect(await hits()).toBe(22)
})
