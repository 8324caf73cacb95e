import { liveExport, liveExportEnd, liveExportRenew, replyCode } from '@yunmu/contract'
import { readM3u, readXmltv, type XmltvEntry } from '@yunmu/formats'
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../../../platform/process/logger.ts'
import { aLinearChannel, scheduledChannels } from '../../../testing/channels.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { parseCatchup } from './export-rules.ts'

let logged = ''
const log = createLogger({ destination: { write: (line) => void (logged += line) } })

let t: TestApp
let channelId: number
let nowSec: number
beforeAll(async () => {
  t = await buildTestApp({}, { log })
  const { channels } = await scheduledChannels(t, [
    aLinearChannel({ name: '云幕“一套”', number: 1, logo: '/logo.webp' }),
    aLinearChannel({ name: '港岛明珠台', number: 51, replayDays: 0 }),
  ])
  channelId = channels[0]?.id ?? 0
  nowSec = Math.floor(t.clock.nowMs() / 1000)
  await t.station.guide.saveProgrammes(channelId, [
    { startSec: nowSec - 3600, endSec: nowSec - 1800, name: '一日三餐', sub: '第 2 集', category: '生活' },
    { startSec: nowSec - 1800, endSec: nowSec + 1800, name: '江上夜航 <特别版>' },
  ])
})

type Person = 'lin' | 'mei'
const renew = async (as: Person) =>
  liveExportRenew.reply.parse((await t.make(liveExportRenew, {}, { as })).data).addresses
const own = async (as: Person) => liveExport.reply.parse((await t.make(liveExport, {}, { as })).data).addresses
const get = (url: string) => t.app.inject({ url, headers: { host: 'tv.example' } })
const keyOf = (address: string): string => address.split('/')[2] ?? ''

test('[E07] no addresses exist before the first request, and revoking twice is no error', async () => {
  expect(await own('lin')).toBeNull()
  expect(await t.make(liveExportEnd, {}, { as: 'lin' })).toMatchObject({ code: replyCode.alreadySo })
})

test('[E07] a guessed, changed or swapped key is refused', async () => {
  const [lin, mei] = [await renew('lin'), await renew('mei')]
  expect((await get(lin.m3u)).statusCode).toBe(200)
  const [ofLin, ofMei] = [keyOf(lin.m3u), keyOf(mei.m3u)]
  const [id, mark] = ofLin.split('-', 1).concat(ofLin.slice(ofLin.indexOf('-') + 1))
  for (const key of [
    `${ofMei.split('-')[0]}-${mark}`,
    `${id}-${'A'.repeat(22)}`,
    `${id}-${mark?.slice(0, -1)}`,
    `zzzzzz-${mark}`,
    `0-${mark}`,
    'channels',
    '%00',
  ]) {
    for (const file of ['channels.m3u', 'guide.xml', `${channelId}.m3u8`]) {
      expect((await get(`/live/${key}/${file}`)).statusCode, key).toBe(404)
    }
  }
})

test('[E07] new addresses invalidate the former ones, revoked ones are refused, and those of other users stay valid', async () => {
  const [before, other] = [await renew('lin'), await renew('mei')]
  const after = await renew('lin')
  expect(await own('lin')).toEqual(after)
  expect([(await get(before.m3u)).statusCode, (await get(after.m3u)).statusCode]).toEqual([404, 200])
  expect(await t.make(liveExportEnd, {}, { as: 'lin' })).toMatchObject({ code: replyCode.done })
  expect(await own('lin')).toBeNull()
  expect((await get(after.m3u)).statusCode).toBe(404)
  expect((await get(other.m3u)).statusCode).toBe(200)
})

test('[E07] replies below a key are not cacheable, and no log contains the key', async () => {
  const { m3u, xmltv } = await renew('lin')
  for (const url of [m3u, xmltv, `${xmltv}.gz`, m3u.replace('channels.m3u', '2000000.m3u8')]) {
    expect((await get(url)).headers['cache-control'], url).toBe('private, no-store')
  }
  await t.platform.pool.query('alter table live_export_key rename to key_away')
  onTestFinished(async () => void (await t.platform.pool.query('alter table key_away rename to live_export_key')))
  expect((await get(m3u)).statusCode).toBe(500)
  expect(logged).toContain('/live/*/channels.m3u')
  expect(logged).not.toContain(keyOf(m3u))
})

test('[E07] the addresses of a disabled user are refused', async () => {
  const { xmltv } = await renew('mei')
  await t.platform.pool.query(`update app_user set disabled = true where name = 'mei'`)
  expect((await get(xmltv)).statusCode).toBe(404)
  await t.platform.pool.query(`update app_user set disabled = false where name = 'mei'`)
  expect((await get(xmltv)).statusCode).toBe(200)
})

test('[G01] the list contains the channels with the catch-up attributes that players need', async () => {
  const { m3u } = await renew('lin')
  const folder = `http://tv.example/live/${keyOf(m3u)}`
  const answer = await get(m3u)
  expect(answer.headers['content-type']).toContain('mpegurl')
  const { entries, guides, faults } = readM3u(answer.rawPayload)
  expect([guides, faults]).toEqual([[`${folder}/guide.xml.gz`], 0])
  expect(entries).toMatchObject([
    {
      name: '云幕“一套”',
      number: 1,
      group: '云幕',
      url: `${folder}/${channelId}.m3u8`,
      tvgId: `yunmu-${channelId}`,
      logo: 'http://tv.example/logo.webp',
      catchup: {
        type: 'append',
        days: 7,
        source: '?start={utc}&end={utcend}',
      },
    },
    { name: '港岛明珠台', catchup: null },
  ])
  const boxes = readM3u((await get(`${m3u}?form=playseek`)).rawPayload).entries[0]?.catchup
  expect(boxes?.source).toBe('?playseek=${(b)yyyyMMddHHmmss}-${(e)yyyyMMddHHmmss}')
})

test('[M03] the guide is XMLTV with the same channels, uncompressed and compressed', async () => {
  const { xmltv } = await renew('lin')
  const plain = await get(xmltv)
  const packed = await get(`${xmltv}.gz`)
  expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
  const entries: XmltvEntry[] = []
  for await (const batch of readXmltv([plain.rawPayload])) entries.push(...batch)
  expect(entries).toMatchObject([
    { kind: 'channel', id: `yunmu-${channelId}`, names: ['云幕“一套”'] },
    { kind: 'channel', names: ['港岛明珠台'] },
    { kind: 'programme', title: '一日三餐', subtitle: '第 2 集', startSec: nowSec - 3600, stopSec: nowSec - 1800 },
    { kind: 'programme', channel: `yunmu-${channelId}`, title: '江上夜航 <特别版>' },
  ])
})

test('[M03] a guide whose data cannot be read completely is an error of its own reply only, and what is in memory stays', async () => {
  const { xmltv } = await renew('lin')
  await t.platform.pool.query('alter table programme rename to programme_away')
  onTestFinished(async () => void (await t.platform.pool.query('alter table programme_away rename to programme')))
  for (const url of [`${xmltv}.gz`, xmltv]) {
    // Under another name of the station there is no file in memory.
    expect([url, (await t.app.inject({ url, headers: { host: 'other.example' } })).statusCode]).toEqual([url, 500])
    expect([url, (await get(url)).statusCode]).toEqual([url, 200])
  }
  expect((await get(xmltv.replace('guide.xml', 'channels.m3u'))).statusCode).toBe(200)
})

test('[G02] a channel’s address redirects to the signed playlist, for the present and for a past programme', async () => {
  const { m3u } = await renew('lin')
  const address = m3u.replace('channels.m3u', `${channelId}.m3u8`)
  const follow = async (query: string) => {
    const { statusCode, headers } = await get(`${address}${query}`)
    expect([statusCode, headers['cache-control']]).toEqual([302, 'private, no-store'])
    const location = String(headers.location)
    expect(location).toMatch(/^http:\/\/tv\.example\/media\//)
    return (await get(location.slice('http://tv.example'.length))).body
  }
  expect(await follow('')).toContain('live-v.m3u8')
  const [start, end] = [nowSec - 3600, nowSec - 1800]
  expect(await follow(`?start=${start}&end=${end}`)).toContain(`p-${start}-${end}-v.m3u8`)
  const china = (sec: number): string => new Date((sec + 8 * 3600) * 1000).toISOString().replace(/\D/g, '').slice(0, 14)
  expect(await follow(`?playseek=${china(start)}-${china(end)}`)).toContain(`p-${start}-${end}-v.m3u8`)
  for (const wrong of ['?start=soon', '?start=1&end=2', `?start=${end}&end=${start}`, '?playseek=-']) {
    expect((await get(`${address}${wrong}`)).statusCode, wrong).toBe(400)
  }
  expect((await get(`${address}?start=${nowSec - 30 * 86_400}&end=${nowSec - 29.9 * 86_400}`)).statusCode).toBe(404)
  expect((await get(m3u.replace('channels.m3u', '2000000.m3u8'))).statusCode).toBe(404)
})

test('a request without an end gets four hours', () => {
  expect(parseCatchup(new URLSearchParams('start=1795000000'))).toEqual({
    startSec: 1_795_000_000,
    endSec: 1_795_014_400,
  })
  expect(parseCatchup(new URLSearchParams('other=1'))).toBeNull()
})
