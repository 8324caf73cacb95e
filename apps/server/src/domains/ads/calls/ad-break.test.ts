import { adBreak, commonHits, type FilmAd } from '@yunmu/contract'
import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildTestApp, type MakeOptions, type TestApp } from '../../../testing/test-app.ts'

const mp4 = Buffer.from('00000018667479706d703432', 'hex')
const linear = (files: string): string =>
  `<Linear skipoffset="00:00:04"><Duration>00:00:12</Duration><MediaFiles>${files}</MediaFiles><VideoClicks><ClickThrough>https://shop.example/</ClickThrough><ClickTracking><![CDATA[BASE/told/click]]></ClickTracking></VideoClicks></Linear>`
const file = '<MediaFile delivery="progressive" type="video/mp4" width="1280">BASE/a.mp4</MediaFile>'
const inline = `<VAST version="4.2"><Ad><InLine><Impression>BASE/told/inner</Impression><Creatives><Creative>${linear(file)}</Creative></Creatives></InLine></Ad></VAST>`
const wrapper = (to: string): string =>
  `<VAST version="4.2"><Ad><Wrapper><VASTAdTagURI>BASE${to}</VASTAdTagURI><Impression>BASE/told/outer</Impression></Wrapper></Ad></VAST>`

let t: TestApp
let base: string
let inside: string
const askedInside: string[] = []
const told: string[] = []
let fetches = 0
const documents: Record<string, string> = {
  '/inline': inline,
  '/wrapped': wrapper('/inline'),
  '/loop': wrapper('/loop'),
  '/empty': '<VAST version="4.2"/>',
  '/inside': wrapper('/inline').replace('BASE/inline', 'INSIDE/inline'),
  '/huge': `${inline}${' '.repeat(300_000)}`,
  ...Object.fromEntries([1, 2, 3, 4, 5].map((at) => [`/deep${at}`, wrapper(at === 5 ? '/inline' : `/deep${at + 1}`)])),
  '/deep0': wrapper('/deep1'),
}
const server = createServer((request, response) => {
  const url = request.url ?? ''
  if (url.startsWith('/told/')) told.push(url)
  if (url === '/silent') return
  if (url === '/page') fetches++
  if (url.startsWith('/busted')) return void response.end(inline.replaceAll('BASE/a.mp4', `${base}/page`))
  if (url === '/a.mp4') return void response.end(mp4)
  const text = documents[url]
  response.writeHead(text === undefined ? 404 : 200).end(text?.replaceAll('BASE', base).replaceAll('INSIDE', inside))
})
/** It would answer, but the operator did not allow it. */
const insideServer = createServer((request, response) => {
  askedInside.push(request.url ?? '')
  response.end(inline.replaceAll('BASE', base))
})

async function hostOf(listener: Server): Promise<string> {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  return `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

beforeAll(async () => {
  const host = await hostOf(server)
  base = `http://${host}`
  inside = `http://${await hostOf(insideServer)}`
  t = await buildTestApp({ EGRESS_ALLOW: host })
  await t.platform.jobs.start()
})
afterAll(() => {
  for (const listener of [server, insideServer]) {
    listener.closeAllConnections()
    listener.close()
  }
})
afterEach(async () => {
  for (const { id } of await t.station.ads.list()) await t.station.ads.remove(id)
})

const before = { anchor: 'pre', platform: null, uri: '', img: null, html: null }
const video = { ...before, uri: 'https://shop.example/', video: '/media/ads/a.mp4', seconds: 15, skipAfterSec: 5 }
const reply = z.object({ ad: z.nullable(z.custom<FilmAd>()) })
const ask = async (
  send: { platform?: 'pc' | 'h5'; category?: number; capped?: number[] } = {},
  options: MakeOptions = {},
) => reply.parse((await t.make(adBreak, { platform: 'pc', category: 0, capped: [], ...send }, options)).data).ad

async function waitingFetches(): Promise<number> {
  const { rowCount } = await t.platform.pool.query(
    `select from graphile_worker.jobs where task_identifier = 'ads.fetchVideo'`,
  )
  return rowCount ?? 0
}

test('[J03] [J05] there is none for VIPs and robots, nor without a campaign', async () => {
  expect(await ask()).toBeNull()
  await t.station.ads.add(video, 1)
  expect(await ask({}, { as: 'mei' })).toBeNull()
  expect(await ask({}, { headers: { 'user-agent': 'Googlebot/2.1' } })).toBeNull()
})

test('[J05] a visitor and a member get the video, with a token that counts once', async () => {
  const id = await t.station.ads.add(video, 1)
  expect(await ask({}, { as: 'lin' })).toMatchObject({ id })
  const ad = await ask()
  const fields = { url: '/media/ads/a.mp4', seconds: 15, skipAfterSec: 5, uri: 'https://shop.example/', dailyCap: 0 }
  expect(ad).toMatchObject({ id, ...fields })
  const shown = (options: MakeOptions = {}) =>
    t.make(commonHits, { type: 'ad', id: ad?.id ?? 0, token: ad?.token, event: 'show' }, options)
  expect(await shown({ remoteAddress: '203.0.113.9' })).toMatchObject({ data: { refusal: 'AdTokenInvalid' } })
  expect([(await shown()).code, (await shown()).code]).toEqual([0, 11])
})

test('[J05] a campaign is kept to its times and its kind of screen', async () => {
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  await t.station.ads.add({ ...video, startsAt: nowSec + 10 }, 1)
  await t.station.ads.add({ ...video, endsAt: nowSec }, 1)
  const id = await t.station.ads.add({ ...video, platform: 'h5', startsAt: nowSec, endsAt: nowSec + 5 }, 1)
  expect(await ask()).toBeNull()
  expect(await ask({ platform: 'h5' })).toMatchObject({ id })
  t.clock.set(t.clock.nowMs() + 6000)
  expect(await ask({ platform: 'h5' })).toBeNull()
})

test('[J05] neither its choice nor its report sets or needs a cookie', async () => {
  const id = Number(await t.station.ads.add({ ...video, dailyCap: 1 }, 1))
  const visitor = { remoteAddress: '203.0.113.70' }
  const chosen = await t.make(adBreak, { platform: 'pc', category: 0, capped: [] }, visitor)
  const token = reply.parse(chosen.data).ad?.token
  const counted = await t.make(commonHits, { type: 'ad', id, token, event: 'show' }, visitor)
  expect(counted.code).toBe(0)
  for (const { headers } of [chosen, counted]) expect(headers).not.toHaveProperty('set-cookie')
  expect(await ask({}, visitor)).toBeNull()
})

test('[J05] a campaign is kept to its categories, and a visitor sees it as often a day as permitted', async () => {
  const id = Number(await t.station.ads.add({ ...video, categories: [2], dailyCap: 2 }, 1))
  expect(await ask({ category: 1 })).toBeNull()
  expect(await ask({ category: 2, capped: [id] })).toBeNull()
  const see = async (options: MakeOptions) => {
    const ad = await ask({ category: 2 }, options)
    if (ad) await t.make(commonHits, { type: 'ad', id, token: ad.token, event: 'show' }, options)
    return ad !== null
  }
  const visitor = { remoteAddress: '203.0.113.5' }
  expect([await see(visitor), await see(visitor)]).toEqual([true, true])
  expect(await see(visitor)).toBe(false)
  await t.station.ads.flush()
  expect(await see(visitor)).toBe(false)
  expect(await see({ remoteAddress: '203.0.113.6' })).toBe(true)
})

test.each(['/empty', '/missing', '/loop', '/deep0', '/inside', '/huge', '/silent'])(
  '[J05] a tag that leads nowhere plays nothing and lets the film start: %s',
  async (path) => {
    await t.station.ads.add({ ...before, tag: base + path }, 1)
    expect(await ask()).toBeNull()
    expect(askedInside).toEqual([])
  },
)

test('[J05] a tag through five wrappers plays its video from the station, and every ad server is told once', async () => {
  const id = await t.station.ads.add({ ...before, tag: `${base}/deep1` }, 1)
  // The first viewer is not kept waiting for the video: it is fetched for the next ones.
  expect(await ask()).toBeNull()
  await expect.poll(() => ask()).toMatchObject({ id, seconds: 12, skipAfterSec: 4, uri: 'https://shop.example/' })
  const ad = await ask()
  expect(ad?.url).toMatch(/^\/media\/ads\/\d+\..{22}\.mp4$/)
  const part = await t.app.inject({ url: ad?.url ?? '', headers: { range: 'bytes=4-7' } })
  expect([part.statusCode, part.headers['content-type'], part.body]).toEqual([206, 'video/mp4', 'ftyp'])
  const hit = (event: 'show' | 'click') => t.make(commonHits, { type: 'ad', id: ad?.id ?? 0, token: ad?.token, event })
  for (const event of ['show', 'show', 'click'] as const) await hit(event)
  await t.station.ads.flush()
  await expect.poll(() => told.toSorted()).toEqual(['/told/click', '/told/inner', ...Array(5).fill('/told/outer')])
})

test('[J05] a tag that names what is no video is not fetched again for each viewer', async () => {
  await t.station.ads.add({ ...before, tag: `${base}/busted` }, 1)
  for (let viewer = 0; viewer < 3; viewer++) {
    expect(await ask()).toBeNull()
    await expect.poll(() => fetches).toBe(1)
    await expect.poll(waitingFetches).toBe(0)
  }
  t.clock.set(t.clock.nowMs() + 301_000)
  expect(await ask()).toBeNull()
  await expect.poll(() => fetches).toBe(2)
})

test('an address of a video that is none of ours is refused', async () => {
  for (const path of ['/media/ads/../secrets.json', '/media/ads/x.mp4', '/media/ads/%2e%2e%2fsecrets.json'])
    expect((await t.app.inject({ url: path })).statusCode).toBe(403)
  expect((await t.app.inject({ url: `/media/ads/${'a'.repeat(22)}.mp4` })).statusCode).toBe(404)
})
