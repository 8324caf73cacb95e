import {
  commonHits,
  consoleModerationWords,
  indexData,
  indexSearchKeywords,
  replyCode,
  tvDate,
  vodDetail,
  vodList,
  vodNewest,
} from '@yunmu/contract'
import { chinaDay, daySpan } from '@yunmu/contract/china-time'
import { queryOf, signPath, splitToken } from '@yunmu/contract/wire'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { titlesChanged } from '../../domains/catalog/index.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'

let t: TestApp
const nowSec = () => Math.floor(t.clock.nowMs() / 1000)
const newest = { type: 0, count: 10 } as const

beforeAll(async () => {
  t = await buildTestApp()
})

/** Adds a title to the listing and announces it. */
async function shelve(name: string): Promise<number> {
  const { id } = await t.station.catalog.writer.saveTitle(aTitle({ name }), nowSec())
  t.events.announce(titlesChanged, { ids: [id] })
  await t.refreshLists()
  return id
}

describe('tokens', () => {
  test('[K05] an expired token is refused with code 13', async () => {
    const token = await t.tokenOf('lin', -10)
    expect(await t.make(indexData, {}, { token })).toMatchObject({ code: replyCode.tokenExpired })
  })

  test('[K05] a token of an ended session is refused with code 14', async () => {
    const { sessionId } = t.people.bao
    await t.platform.db
      .withTables<{ user_session: { id: string; ended_at: number | null } }>()
      .updateTable('user_session')
      .set({ ended_at: nowSec() })
      .where('id', '=', sessionId)
      .execute()
    expect(await t.make(indexData, {}, { as: 'bao' })).toMatchObject({ code: replyCode.sessionEnded })
  })

  test('[K05] two of three parts of a token are refused with code 16', async () => {
    const response = await t.app.inject({
      method: 'POST',
      url: '/common/hits?_he=a&_pl=b',
      payload: { type: 'vod', id: 1 },
    })
    expect(response.json()).toMatchObject({ code: replyCode.tokenInvalid })
  })

  test('a token of another station is refused with code 16', async () => {
    const token = (await t.tokenOf('lin')).replace(/\.[^.]+$/, `.${'x'.repeat(43)}`)
    expect(await t.make(indexData, {}, { token })).toMatchObject({ code: replyCode.tokenInvalid })
  })
})

describe('input', () => {
  test('a path segment may be as long as its schema permits, of any characters', async () => {
    const status = async (q: string) => (await t.make(indexSearchKeywords, { q })).status
    expect(await status('灯'.repeat(1001))).toBe(400)
    for (const character of ['a', '灯', '/', '+', '#'])
      expect([character, await status(character.repeat(1000))]).toEqual([character, 200])
  })

  test('an input that the schema does not match is refused with 400 and the message of the form', async () => {
    const answer = await t.make(vodNewest, { type: 0, count: 99_999 })
    expect(answer).toMatchObject({ status: 400, code: replyCode.refused, msg: '请正确填写信息!' })
  })

  test('an unknown query parameter is refused, because it could only bypass the cache', async () => {
    const known = await t.app.inject({ url: '/v1/pub/index/data?lang=s&cachebuster=1' })
    expect(known.json().code).not.toBe(replyCode.done)
  })

  test('a body that is not JSON, or too large, is refused in our own words', async () => {
    const post = (payload: string, type: string) =>
      t.app.inject({ method: 'POST', url: commonHits.path, payload, headers: { 'content-type': type } })
    expect((await post('{"type":', 'application/json')).statusCode).toBe(400)
    expect((await post('<x/>', 'application/xml')).statusCode).toBe(415)
    const large = await post(JSON.stringify({ type: 'x'.repeat(100_000) }), 'application/json')
    expect(large.statusCode).toBe(413)
    expect(large.json()).toMatchObject({ code: replyCode.refused, msg: '提交的内容太大' })
  })

  test('[E07] the body of an unauthorised request is not read', async () => {
    const post = async (token: string | null) => {
      const sent = token === null ? '' : `?${queryOf({ ...splitToken(token) })}`
      const payload = '['.repeat(2_000_000)
      const headers = { 'content-type': 'application/json' }
      return t.app.inject({ method: 'POST', url: `${consoleModerationWords.path}${sent}`, payload, headers })
    }
    expect((await post(null)).json()).toMatchObject({ data: { refusal: 'LoginNeeded' } })
    expect((await post(await t.tokenOf('mei'))).json()).toMatchObject({ data: { refusal: 'OperatorNeeded' } })
  })
})

describe('failures', () => {
  test('an unexpected failure is answered with a neutral sentence and 500', async () => {
    const broken = vi.spyOn(t.station.catalog.plays, 'titleExists').mockRejectedValueOnce(new Error('secret detail'))
    const answer = await t.make(commonHits, { type: 'vod', id: 1 })
    expect(answer).toMatchObject({ status: 500, code: replyCode.refused, msg: '服务器开小差了，请稍后再试' })
    expect(JSON.stringify(answer)).not.toContain('secret detail')
    broken.mockRestore()
  })

  test('[K05] an expected refusal carries its name and message, with status 200', async () => {
    const answer = await t.make(vodDetail, { type: 0, id: 123_456 })
    expect(answer).toMatchObject({ status: 200, code: replyCode.refused, data: { refusal: 'NoSuchTitle' } })
  })
})

describe('replies', () => {
  test('[K03] data is sent sealed, and opens with the key of the day', async () => {
    await shelve('雾港来信')
    const answer = await t.make(vodNewest, newest)
    expect(typeof answer.raw).toBe('string')
    expect(answer).toMatchObject({ code: replyCode.done, data: { list: [{ name: '雾港来信' }] } })
  })

  test('[A08] data is in the requested script, and each script has its own reply', async () => {
    await shelve('测试头发与皇后')
    expect(await t.make(vodNewest, newest, { lang: 't' })).toMatchObject({
      data: { list: [{ name: '測試頭髮與皇后' }, {}] },
    })
    expect(await t.make(vodNewest, newest, { lang: 's' })).toMatchObject({
      data: { list: [{ name: '测试头发与皇后' }, {}] },
    })
  })

  test('a cached reply has the same bytes, answers 304 to its ETag, and changes with its event', async () => {
    const first = await t.make(vodNewest, newest)
    const again = await t.make(vodNewest, newest)
    expect(again.raw).toBe(first.raw)
    const etag = String(first.headers.etag)
    expect((await t.make(vodNewest, newest, { headers: { 'if-none-match': etag } })).status).toBe(304)
    await shelve('新来的片子')
    const changed = await t.make(vodNewest, newest, { headers: { 'if-none-match': etag } })
    expect(changed).toMatchObject({ status: 200, data: { list: [{ name: '新来的片子' }, {}, {}] } })
  })

  test('[F06] [G01] a reply that depends on the current day is rebuilt at midnight in China', async () => {
    const before = t.clock.nowMs()
    const midnightSec = daySpan(chinaDay(before / 1000)).toSec
    t.clock.set(midnightSec * 1000 - 1000)
    expect(await t.make(tvDate, {})).toMatchObject({ data: { today: chinaDay(midnightSec - 1) } })
    t.clock.set(midnightSec * 1000 + 1000)
    expect(await t.make(tvDate, {})).toMatchObject({ data: { today: chinaDay(midnightSec) } })
    t.clock.set(before)
  })

  test('a reply begun before an event is not cached after it', async () => {
    const { titles } = t.station.catalog
    const real = titles.cards.bind(titles)
    const slow = vi.spyOn(titles, 'cards').mockImplementationOnce(async (ids, now) => {
      const cards = await real(ids, now)
      await shelve('赶在回答之前')
      return cards
    })
    const send = { type: 0, count: 11 } as const
    await t.make(vodNewest, send)
    slow.mockRestore()
    expect(await t.make(vodNewest, send)).toMatchObject({ data: { list: [{ name: '赶在回答之前' }, {}, {}, {}] } })
  })

  test('concurrent requests for one reply build it once', async () => {
    const cards = vi.spyOn(t.station.catalog.titles, 'cards')
    const send = { type: 0, count: 12 } as const
    await Promise.all(Array.from({ length: 20 }, () => t.make(vodNewest, send)))
    expect(cards).toHaveBeenCalledTimes(1)
    cards.mockRestore()
  })

  test('an equivalent input in another form has the same reply', async () => {
    const cards = vi.spyOn(t.station.catalog.titles, 'cards')
    const asked = async (path: string) => {
      const url = `${path}?lang=s&_vv=${signPath(t.platform.secrets.siteKey, path, nowSec())}`
      return (await t.app.inject({ url })).json()
    }
    const first = await asked('/v1/pub/vod/newest/0/14')
    expect(first.code).toBe(replyCode.done)
    expect((await asked('/v1/pub/vod/newest/%30/%31%34')).data).toBe(first.data)
    expect(cards).toHaveBeenCalledTimes(1)
    cards.mockRestore()
  })

  test('an address without a valid script is answered in the script of each reader', async () => {
    const path = '/v1/pub/vod/newest/0/13'
    const url = `${path}?lang=x&_vv=${signPath(t.platform.secrets.siteKey, path, nowSec())}`
    const inScript = async (lang: string) => (await t.app.inject({ url, headers: { cookie: `lang=${lang}` } })).json()
    const simplified = await inScript('s')
    expect((await inScript('t')).data).not.toBe(simplified.data)
    expect((await inScript('s')).data).toBe(simplified.data)
  })

  test('a reply to a signed-in user is never cached for others', async () => {
    const answer = await t.make(vodNewest, newest, { as: 'mei' })
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.code).toBe(replyCode.done)
  })

  test('a cached reply is not served past the validity of its signature', async () => {
    const before = t.clock.nowMs()
    const path = '/v1/pub/vod/newest/0/10'
    const answer = await t.make(vodNewest, newest)
    expect(answer.code).toBe(replyCode.done)
    t.clock.set(before + 20 * 60_000)
    const old = `${path}?lang=s&_vv=${signPath(t.platform.secrets.siteKey, path, before / 1000)}`
    expect((await t.app.inject({ url: old })).json()).toMatchObject({ code: replyCode.notAvailable })
    t.clock.set(before)
  })

  test('no data reply can be interpreted as a script or a page', async () => {
    for (const answer of [
      await t.make(indexData, {}),
      await t.make(indexData, {}),
      await t.make(vodDetail, { type: 0, id: 99 }),
    ]) {
      expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
    }
  })
})

describe('limits', () => {
  test('an address beyond its limit is refused with 429 and a retry delay', async () => {
    const remoteAddress = '203.0.113.9'
    const statuses: number[] = []
    for (let at = 0; at < 605; at++) statuses.push((await t.make(indexData, {}, { remoteAddress })).status)
    const last = await t.make(indexData, {}, { remoteAddress })
    expect(statuses.slice(0, 600)).not.toContain(429)
    expect(last).toMatchObject({ status: 429, msg: '操作过于频繁，请稍后再试' })
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
    expect((await t.make(indexData, {}, { remoteAddress: '203.0.113.10' })).status).toBe(200)
  })

  test('a client that requests ever new replies is refused on every call, and still gets cached ones', async () => {
    const remoteAddress = '203.0.113.20'
    await t.make(vodNewest, newest)
    for (let id = 1; id <= 600; id++) await t.make(vodDetail, { type: 0, id: 1_000_000 + id }, { remoteAddress })
    const refused = await t.make(vodNewest, { type: 0, count: 15 }, { remoteAddress })
    expect(refused).toMatchObject({ status: 429, msg: '操作过于频繁，请稍后再试' })
    expect((await t.make(vodNewest, newest, { remoteAddress })).status).toBe(200)
    expect((await t.make(vodNewest, { type: 0, count: 15 }, { remoteAddress: '203.0.113.21' })).status).toBe(200)
  })

  test('a visitor behind a proxy on this machine is limited by its own address, not by a forged header', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' }
    const answer = await t.make(indexData, {}, { remoteAddress: '127.0.0.1', headers })
    expect(answer.status).toBe(429)
  })

  test('a visitor cannot choose an address', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    const answer = await t.make(indexData, {}, { remoteAddress: '203.0.113.9', headers })
    expect(answer.status).toBe(429)
  })
})

test('[A02] [L01] the hidden category is in no list, no navigation and no page', async () => {
  const { writer } = t.station.catalog
  const { id } = await writer.saveTitle(aTitle({ name: '不该出现', pidId: 8, typeId: 8 }), nowSec())
  t.events.announce(titlesChanged, { ids: [id] })
  const any = {
    area: '0',
    year: '0',
    genre: '0',
    letter: '0',
    vip: '0',
    lang: '0',
    order: '最新',
    page: 1,
    size: 100,
  } as const
  expect(JSON.stringify((await t.make(vodList, { ...any, type: 0 })).data)).not.toContain('不该出现')
  expect((await t.make(vodList, { ...any, type: 8 })).data).toMatchObject({ list: [], total: 0 })
  expect(await t.make(vodDetail, { type: 8, id })).toMatchObject({ data: { refusal: 'NoSuchTitle' } })
})
