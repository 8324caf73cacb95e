import { indexTvs, liveExportRenew, liveInfo, liveReport, playToken, replyCode, tvVodUrl } from '@yunmu/contract'
import { readM3u } from '@yunmu/formats'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aLinearChannel, aLinearLine, scheduledChannels } from '../../testing/channels.ts'
import { lock, unlock } from '../../testing/locks.ts'
import { buildTestApp, type MakeOptions, type TestApp } from '../../testing/test-app.ts'
import { urlsIn } from '../media/delivery/delivery.fixture.ts'

let t: TestApp
/** A channel with two lines, and one with one line. */
let two: number
let single: number
/** Past programmes of them. */
let pastOfTwo: number
let pastOfSingle: number

beforeAll(async () => {
  t = await buildTestApp({ MEDIA_URL: 'https://media.example' })
  const { channels } = await scheduledChannels(t, [
    aLinearChannel({ name: '云幕一套', number: 1, lines: [aLinearLine('线路一'), aLinearLine('线路二')] }),
    aLinearChannel({ name: '云幕二套', number: 2 }),
  ])
  ;[two = 0, single = 0] = channels.map(({ id }) => id)
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  for (const id of [two, single])
    await t.station.guide.saveProgrammes(id, [{ startSec: nowSec - 3600, endSec: nowSec - 1800, name: `往期${id}` }])
  const { rows } = await t.platform.pool.query<{ id: number }>('select id from programme order by channel_id')
  ;[pastOfTwo = 0, pastOfSingle = 0] = rows.map(({ id }) => id)
})
beforeEach(async () => {
  for (const { kind, id, line } of await t.station.locks.manager.list())
    await t.station.locks.manager.clear({ kind, id, line })
})

const needed = { code: replyCode.refused, data: { refusal: 'PlayPasswordNeeded' } }
const play = (type: 'live' | 'replay', id: number, ids = 0, options: MakeOptions = {}) =>
  t.make(playToken, { type, id, ids, level: 1 }, options)
const urlOf = async (...args: Parameters<typeof play>) => playToken.reply.parse((await play(...args)).data)
const get = (url: string, headers: { cookie?: string } = {}) =>
  t.app.inject({ url: url.replace('https://media.example', ''), headers })

/** The addresses of a playlist and of everything that it lists. */
async function addressesBelow(url: string, headers: { cookie?: string } = {}): Promise<string[]> {
  const { body } = await get(url, headers)
  const folder = url.slice(0, url.lastIndexOf('/') + 1)
  const below = await Promise.all(
    urlsIn(body).map(async (name) => {
      const address = `${folder}${name}`
      return name.endsWith('.m3u8') ? addressesBelow(address, headers) : [address]
    }),
  )
  return [url, ...below.flat()]
}

test('[B08] a locked channel refuses its token, its past programmes and their addresses', async () => {
  await lock(t, { kind: 'live', id: single })
  expect(await play('live', single)).toMatchObject(needed)
  expect(await play('replay', pastOfSingle)).toMatchObject(needed)
  expect(await t.make(tvVodUrl, { id: pastOfSingle, stream: 0 })).toMatchObject(needed)
  expect((await play('live', two)).code).toBe(replyCode.done)
  expect((await play('replay', pastOfTwo)).code).toBe(replyCode.done)
})

test('[B08] its playlists and segments work in the browser that gave the password only, live and catch-up', async () => {
  await lock(t, { kind: 'live', id: single })
  const opened = await unlock(t, { type: 'live', id: single })
  const options = { headers: opened }
  const { url: live } = await urlOf('live', single, 0, options)
  const { url: past } = await urlOf('replay', pastOfSingle, 0, options)
  const { url: start } = tvVodUrl.reply.parse((await t.make(tvVodUrl, { id: pastOfSingle, stream: 0 }, options)).data)
  for (const url of [live, past, start]) {
    expect(url).toMatch(/^\/media\/\d+\/[\w-]{22}\/l\d+-p\//)
    const addresses = await addressesBelow(url, opened)
    expect(addresses.some((address) => address.endsWith('.m4s'))).toBe(true)
    for (const address of addresses) {
      const { statusCode, headers } = await get(address, opened)
      expect([address, statusCode, headers['cache-control']]).toEqual([address, 200, 'private, no-store'])
      expect([address, (await get(address)).statusCode]).toEqual([address, 403])
      expect((await get(address, { cookie: `browser=${'A'.repeat(22)}` })).statusCode).toBe(403)
    }
  }
})

test('[B08] addresses that were signed before the channel was locked are refused at once', async () => {
  const { url } = await urlOf('live', single)
  const before = await addressesBelow(url)
  await lock(t, { kind: 'live', id: single })
  const opened = await unlock(t, { type: 'live', id: single })
  for (const address of before)
    expect([(await get(address)).statusCode, (await get(address, opened)).statusCode]).toEqual([403, 403])
})

test('[B08] a locked line is passed over if another one plays, and asks for its password if it is chosen', async () => {
  await lock(t, { kind: 'live', id: two, line: 1 })
  expect((await urlOf('live', two)).live).toMatchObject({ line: 2 })
  expect((await urlOf('replay', pastOfTwo)).live).toMatchObject({ line: 2 })
  expect(await play('live', two, 1)).toMatchObject(needed)
  expect(await play('replay', pastOfTwo, 1)).toMatchObject(needed)
  expect(await t.make(tvVodUrl, { id: pastOfTwo, stream: 1 })).toMatchObject(needed)
  const opened = await unlock(t, { type: 'live', id: two, ids: 1 })
  expect((await urlOf('live', two, 0, { headers: opened })).live).toMatchObject({ line: 1 })
  await lock(t, { kind: 'live', id: two, line: 2 })
  expect(await play('live', two)).toMatchObject(needed)
})

test('[B08] a report of a fault never recommends a locked line', async () => {
  await lock(t, { kind: 'live', id: two, line: 2 })
  const reply = await t.make(liveReport, { id: two, stream: 1, fault: 'black' })
  expect(reply.data).toEqual({ stream: 1 })
})

test('[B08] lists and the page show what is locked, and choose what is open', async () => {
  const info = async () => {
    const { data } = await t.make(liveInfo, { types: 'tv', group: '0', stream: 0, id: two })
    return liveInfo.reply.parse(data)
  }
  expect(await info()).toMatchObject({ locked: false, stream: 1 })
  await lock(t, { kind: 'live', id: two, line: 1 })
  await lock(t, { kind: 'live', id: single })
  expect(await info()).toMatchObject({ locked: false, stream: 2, lines: [{ locked: true }, { locked: false }] })
  const { list } = indexTvs.reply.parse((await t.make(indexTvs, { page: 1, size: 10 })).data)
  expect(new Map(list.map(({ id, locked }) => [id, locked]))).toEqual(
    new Map([
      [two, false],
      [single, true],
    ]),
  )
})

test('[B08] lists for other players have nothing that needs a password, because they cannot ask for it', async () => {
  const { addresses } = liveExportRenew.reply.parse((await t.make(liveExportRenew, {}, { as: 'lin' })).data)
  const exported = async () => readM3u((await get(addresses.m3u)).rawPayload).entries.map(({ name }) => name)
  const channel = async (id: number) => {
    const { statusCode, headers } = await get(addresses.m3u.replace('channels.m3u', `${id}.m3u8`))
    return [statusCode, String(headers.location)]
  }
  expect(await exported()).toEqual(['云幕一套', '云幕二套'])
  const [, firstLine] = await channel(two)
  await lock(t, { kind: 'live', id: single })
  await lock(t, { kind: 'live', id: two, line: 1 })
  expect(await exported()).toEqual(['云幕一套'])
  expect((await get(addresses.xmltv)).body).not.toContain('云幕二套')
  expect((await channel(single))[0]).toBe(404)
  const [status, otherLine] = await channel(two)
  expect(status).toBe(302)
  expect(otherLine).not.toBe(firstLine)
  await lock(t, { kind: 'live', id: two, line: 2 })
  expect(await exported()).toEqual([])
  expect((await channel(two))[0]).toBe(404)
})
