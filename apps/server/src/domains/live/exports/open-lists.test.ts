import { channelKey, readChannelTxt, readM3u, readXmltv, type XmltvEntry } from '@yunmu/formats'
import { chinaDay } from '@yunmu/contract/china-time'
import { gunzipSync } from 'node:zlib'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aLinearChannel, scheduledChannels } from '../../../testing/channels.ts'
import { lock } from '../../../testing/locks.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'

let t: TestApp
let ids: number[]
let nowSec: number
beforeAll(async () => {
  t = await buildTestApp()
  const { channels } = await scheduledChannels(t, [
    aLinearChannel({ name: 'CCTV-1 综合', number: 1 }),
    aLinearChannel({ name: '港岛,明珠台', number: 51, replayDays: 0 }),
    aLinearChannel({ name: '密码台', number: 60 }),
  ])
  ids = channels.map(({ id }) => id)
  nowSec = Math.floor(t.clock.nowMs() / 1000)
  for (const id of ids)
    await t.station.guide.saveProgrammes(id, [
      { startSec: nowSec - 1800, endSec: nowSec + 1800, name: `江上夜航 <${id}>` },
      { startSec: nowSec + 1800, endSec: nowSec + 3600, name: '晚间' },
    ])
  await lock(t, { kind: 'live', id: ids[2] ?? 0 })
})
beforeEach(() => t.station.site.write({ tv_lists_open: true, provide_open: true }))

const get = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url, headers: { host: 'tv.example', ...headers } })
const today = (): string => chinaDay(nowSec)

test('[M03] without the setting there are no lists, no guide and no configuration', async () => {
  await t.station.site.write({ tv_lists_open: false })
  for (const path of [
    '/live.m3u',
    '/live.txt',
    `/live/open/${ids[0]}.m3u8`,
    '/epg?ch=CCTV1',
    '/epg.xml',
    '/epg.xml.gz',
    '/tvbox.json',
  ])
    expect([path, (await get(path)).statusCode]).toEqual([path, 404])
})

test('[M03] what needs a password is in no list and no guide, and its address leads nowhere', async () => {
  const locked = ids[2] ?? 0
  for (const path of ['/live.m3u', '/live.txt', '/epg.xml', `/epg?ch=${encodeURIComponent('密码台')}&date=${today()}`])
    expect([
      path,
      (await get(path)).body.includes(`<${locked}>`) || (await get(path)).body.includes(`/${locked}.m3u8`),
    ]).toEqual([path, false])
  expect((await get(`/live/open/${locked}.m3u8`)).statusCode).toBe(404)
  for (const wrong of [
    '/live/open/0.m3u8',
    '/live/open/x.m3u8',
    '/live/open/99999.m3u8',
    '/epg?ch=CCTV1&date=2026-13-01',
  ])
    expect([wrong, (await get(wrong)).statusCode >= 400]).toEqual([wrong, true])
})

test('[M03] M3U and text name the same channels, whose addresses lead to signed playlists', async () => {
  const m3u = readM3u((await get('/live.m3u')).rawPayload)
  const txt = readChannelTxt((await get('/live.txt')).rawPayload)
  expect(m3u.guides).toEqual(['http://tv.example/epg.xml.gz'])
  expect(m3u.entries.map(({ url }) => url)).toEqual(txt.entries.map(({ url }) => url))
  expect(txt.entries.map(({ name }) => name)).toEqual(['CCTV-1 综合', '港岛、明珠台'])
  expect(m3u.entries[0]?.catchup?.source).toContain('playseek')
  for (const { url } of m3u.entries) {
    const { statusCode, headers } = await get(url.replace('http://tv.example', ''))
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([302, '*'])
    expect((await get(String(headers.location).replace('http://tv.example', ''))).body).toContain('#EXTM3U')
  }
})

test('[M03] the guide of a channel and day answers to the names that players use', async () => {
  for (const name of ['CCTV1', 'CCTV-1', '央视一套', 'cctv1 高清']) {
    expect(channelKey(name)).toBe('CCTV1')
    const reply = await get(`/epg?ch=${encodeURIComponent(name)}&date=${today()}`)
    expect(reply.json()).toMatchObject({ channel_name: name, date: today() })
    expect(reply.json().epg_data[0]).toMatchObject({ title: `江上夜航 <${ids[0]}>` })
  }
  expect((await get('/epg?ch=CCTV9')).json()).toEqual({ channel_name: 'CCTV9', date: today(), epg_data: [] })
})

test('[M03] the guide is generated once until programmes change, whole or of one channel', async () => {
  const entriesOf = async (bytes: Buffer): Promise<XmltvEntry[]> => {
    const entries: XmltvEntry[] = []
    for await (const batch of readXmltv([bytes])) entries.push(...batch)
    return entries
  }
  const first = await get('/epg.xml.gz')
  await t.platform.pool.query('alter table programme rename to programme_away')
  const again = await get('/epg.xml.gz')
  const plain = await get('/epg.xml')
  const packed = await get('/epg.xml', { 'accept-encoding': 'gzip' })
  await t.platform.pool.query('alter table programme_away rename to programme')
  expect([again.rawPayload.equals(first.rawPayload), gunzipSync(first.rawPayload).equals(plain.rawPayload)]).toEqual([
    true,
    true,
  ])
  expect([packed.headers['content-encoding'], packed.rawPayload.equals(first.rawPayload)]).toEqual(['gzip', true])
  expect((await get('/epg.xml.gz', { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304)
  expect((await entriesOf(plain.rawPayload)).filter(({ kind }) => kind === 'programme')).toHaveLength(4)
  const one = await entriesOf((await get(`/epg.xml?channel=${ids[1]}`)).rawPayload)
  expect(one.map(({ kind }) => kind)).toEqual(['channel', 'programme', 'programme'])
  await t.station.guide.saveProgrammes(ids[0] ?? 0, [{ startSec: nowSec + 1800, endSec: nowSec + 3600, name: '改了' }])
  t.clock.set(t.clock.nowMs() + 61_000)
  expect((await get('/epg.xml')).body).toContain('改了')
  expect((await get(`/epg?ch=CCTV1&date=${chinaDay(nowSec + 1800)}`)).body).toContain('改了')
})

test('[E07] invented hosts share one guide, and those that are in use keep theirs', async () => {
  const guideFor = (host: string) => get('/epg.xml', { host })
  expect((await guideFor('tv.example')).statusCode).toBe(200)
  for (let at = 0; at < 10; at++) await guideFor(`invented-${at}.example`)
  // Nothing is generated for further ones.
  await t.platform.pool.query('alter table programme rename to programme_away')
  const others = [await guideFor('invented-98.example'), await guideFor('invented-99.example')]
  const known = await guideFor('tv.example')
  await t.platform.pool.query('alter table programme_away rename to programme')
  expect(others.map(({ statusCode, headers }) => [statusCode, headers.etag])).toEqual(
    others.map(() => [200, others[0]?.headers.etag]),
  )
  expect(others[0]?.body).not.toContain('invented')
  expect(known.statusCode).toBe(200)
})

test('[M03] the configuration of television boxes names what is open, and each of its addresses answers', async () => {
  const config = (await get('/tvbox.json')).json()
  expect(config).toMatchObject({
    sites: [{ key: 'yunmu', type: 1 }],
    lives: [{ type: 0, url: 'http://tv.example/live.m3u' }],
  })
  const [site] = config.sites
  const [live] = config.lives
  const epg = live.epg.replace('{name}', 'CCTV1').replace('{date}', today())
  for (const address of [site.api, live.url, epg])
    expect([address, (await get(address.replace('http://tv.example', ''))).statusCode]).toEqual([address, 200])
  await t.station.site.write({ provide_open: false })
  expect((await get('/tvbox.json')).json().sites).toEqual([])
})
