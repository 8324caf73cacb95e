import { commonHits, indexAnchorCheck, replyCode } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { noBrowser } from '../../platform/http/browser-session.ts'
import { runSchedule } from '../../testing/modules.ts'
import { buildTestApp, type MakeOptions, type TestApp } from '../../testing/test-app.ts'
import { issueAdToken } from './ad-token-rules.ts'
import { createKeyedHash } from '../../platform/process/keyed-hash.ts'

let t: TestApp
let id: number
beforeAll(async () => {
  t = await buildTestApp()
  const ad = { anchor: 'box', platform: null, uri: '', img: null, html: '<b>来看</b>', name: '山泉' }
  id = Number(await t.station.ads.add(ad, 1))
})

const listReply = z.object({ list: z.tuple([z.object({ token: z.string() })]) })
const from = (remoteAddress: string): MakeOptions => ({ remoteAddress })
const given = async () =>
  listReply.parse((await t.make(indexAnchorCheck, { platform: 'pc', slot: 'box' })).data).list[0].token
const fresh = (nonce: string): string =>
  issueAdToken(
    createKeyedHash(t.platform.secrets.tokenKey),
    { adId: id, nonce: nonce.padEnd(22, 'n') },
    null,
    Math.floor(t.clock.nowMs() / 1000),
  )
const hit = (token: string, options: MakeOptions = {}, event: 'show' | 'click' = 'show') =>
  t.make(commonHits, { type: 'ad', id, token, event }, options)
async function counts() {
  await t.station.ads.flush()
  const today = chinaDay(t.clock.nowMs() / 1000)
  return (await t.station.ads.report(today, today)).map(({ shows, clicks }) => [shows, clicks])
}

test('[J05] a hit without a token of ours, or with that of another advertisement, is ignored', async () => {
  const ignored = { code: replyCode.alreadySo, data: { refusal: 'AdTokenInvalid' } }
  expect(await t.make(commonHits, { type: 'ad', id })).toMatchObject(ignored)
  expect(await hit('1.2.3.4')).toMatchObject(ignored)
  expect(await t.make(commonHits, { type: 'ad', id: id + 1, token: await given() })).toMatchObject(ignored)
  expect(await counts()).toEqual([])
})

test('[J05] impressions and clicks count once for each token and visitor, however often they are sent and written', async () => {
  const token = await given()
  expect(await hit(token, from('203.0.113.1'))).toMatchObject({ code: replyCode.done })
  expect(await hit(token, from('203.0.113.1'))).toMatchObject({ code: replyCode.alreadySo })
  expect(await hit(token, from('203.0.113.1'), 'click')).toMatchObject({ code: replyCode.done })
  expect(await hit(token, from('203.0.113.2'))).toMatchObject({ code: replyCode.done })
  expect(await counts()).toEqual([[2, 1]])
  await hit(token, from('203.0.113.1'))
  await hit(token, from('203.0.113.1'), 'click')
  expect(await counts()).toEqual([[2, 1]])
  await hit(fresh('other'), from('203.0.113.1'))
  expect(await counts()).toEqual([[3, 1]])
})

test('[J05] robots are left out', async () => {
  const robot = { ...from('203.0.113.3'), headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } }
  expect(await hit(fresh('robot'), robot)).toMatchObject({ code: replyCode.alreadySo })
  expect(await counts()).toEqual([[3, 1]])
})

test('[J05] a click counts with its impression, whichever is written first, and not without', async () => {
  const [[shows = 0, clicks = 0] = []] = await counts()
  const [early, never] = [fresh('early'), fresh('never')]
  await hit(early, from('203.0.113.1'), 'click')
  await hit(never, from('203.0.113.1'), 'click')
  // The impression of somebody else does not count for it.
  await hit(never, from('203.0.113.2'))
  expect(await counts()).toEqual([[shows + 1, clicks]])
  await hit(early, from('203.0.113.1'))
  expect(await counts()).toEqual([[shows + 2, clicks + 1]])
  await hit(early, from('203.0.113.1'), 'click')
  expect(await counts()).toEqual([[shows + 2, clicks + 1]])
})

test('[J05] one household counts a hundred impressions a day, whatever its User-Agents', async () => {
  const before = (await counts())[0]?.[0] ?? 0
  const network = 'one household'
  const visitor = (at: number) => ({
    address: `203.0.113.${at}`,
    agent: '',
    browser: noBrowser,
    dayKey: `browser ${at}`,
    networkKey: network,
    requestOrigin: '',
  })
  for (let at = 0; at < 130; at++) t.station.ads.count({ id, token: fresh(`zap${at}`), event: 'show' }, visitor(at))
  expect((await counts())[0]?.[0]).toBe(before + 100)
})

test('[J05] a token counts once for a visitor although midnight passes', async () => {
  const noonMs = t.clock.nowMs()
  const midnightMs = Date.parse(`${chinaDay(noonMs / 1000 + 24 * 3600)}T00:00:00+08:00`)
  t.clock.set(midnightMs - 60_000)
  const token = fresh('midnight')
  await hit(token, from('203.0.113.50'))
  expect(await counts()).toEqual([[expect.any(Number), 2]])
  t.clock.set(midnightMs + 60_000)
  await runSchedule(t.station.ads.module, 'ads.removeOld')
  await hit(token, from('203.0.113.50'))
  expect(await counts()).toEqual([])
  t.clock.set(noonMs)
})

test('[J05] a report has the impressions of each day in China, the newest day first', async () => {
  const noonMs = t.clock.nowMs()
  const dayOf = (at: number): string => chinaDay(noonMs / 1000 + at * 24 * 3600)
  for (const [at, visitors] of [1, 3, 2].entries()) {
    // Ten days ago, where no other test has counted.
    t.clock.set(noonMs + (at - 10) * 24 * 3600_000)
    for (let visitor = 0; visitor < visitors; visitor++)
      await hit(fresh(`day${at}-${visitor}`), from(`203.0.113.${60 + visitor}`))
    await t.station.ads.flush()
  }
  t.clock.set(noonMs)
  const report = await t.station.ads.report(dayOf(-10), dayOf(-9))
  expect(report).toMatchObject([
    { day: dayOf(-9), adId: id, name: '山泉', anchor: 'box', shows: 3, clicks: 0 },
    { day: dayOf(-10), adId: id, shows: 1 },
  ])
})

test('[J05] what could not be written is written later, counts stay when an advertisement is removed', async () => {
  const before = (await counts())[0]?.[0] ?? 0
  await hit(fresh('late'), from('203.0.113.9'))
  await t.platform.pool.query('alter table ad_use rename to ad_use_away')
  await expect(t.station.ads.flush()).rejects.toThrow('ad_use')
  await t.platform.pool.query('alter table ad_use_away rename to ad_use')
  expect((await counts())[0]?.[0]).toBe(before + 1)
  t.clock.set(t.clock.nowMs() + 28 * 3600 * 1000)
  await runSchedule(t.station.ads.module, 'ads.removeOld')
  const left = await t.platform.pool.query('select from ad_use')
  expect(left.rowCount).toBe(0)
  await t.station.ads.remove(id)
  const yesterday = chinaDay(t.clock.nowMs() / 1000 - 28 * 3600)
  expect(await t.station.ads.report(yesterday, yesterday)).toEqual([
    { day: yesterday, adId: id, name: '', anchor: '', shows: before + 1, clicks: 2 },
  ])
})
