import { playToken } from '@yunmu/contract'
import { signScope } from '@yunmu/hls'
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { aPlayableTitle, publishRandom, segmentBytes } from '../../../testing/media.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'

const origin = 'https://pages.example'
let t: TestApp
let film: { titleId: number; assetId: number }
beforeAll(async () => {
  t = await buildTestApp({ ALLOWED_ORIGINS: origin })
  film = await aPlayableTitle(t)
  await t.app.listen({ port: 0, host: '127.0.0.1' })
})

const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ method: 'GET', url, headers })

/** Sends an address as it stands: clients and libraries would tidy it first. */
async function getRaw(path: string): Promise<{ status: number; body: string }> {
  const [address] = t.app.addresses()
  const socket = connect(typeof address === 'object' ? address.port : 0, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ', 2)[1]), body }
}

async function tokenFor(titleId: number, as?: 'mei') {
  const { data } = await t.make(playToken, { type: 'vod', id: titleId, ids: 0, level: 1 }, as ? { as } : {})
  return playToken.reply.parse(data)
}

/** The addresses that a playlist names: its own lines and those in its tags. */
const addressesIn = (playlist: string): string[] =>
  playlist
    .split('\n')
    .flatMap((line) => (line.startsWith('#') ? (/URI="([^"]+)"/.exec(line)?.[1] ?? []) : line === '' ? [] : line))

const folderOf = (address: string): string => address.slice(0, address.lastIndexOf('/'))

async function masterOf(titleId: number, as?: 'mei'): Promise<{ url: string; addresses: string[] }> {
  const { url } = await tokenFor(titleId, as)
  const response = await get(url)
  expect(response.statusCode).toBe(200)
  return { url, addresses: addressesIn(response.body) }
}

/** A signed folder of the film's 720p rendition. */
async function videoFolder(): Promise<string> {
  const { addresses } = await masterOf(film.titleId)
  return folderOf(addresses.find((address) => address.includes('/720p/')) ?? '')
}

const signedNow = (scope: string, secret = t.ground.secrets.mediaKey, aheadSec = 600): string =>
  signScope({ secret, scope, expiresSec: Math.floor(t.clock.nowMs() / 1000) + aheadSec })

describe('[F08] refuses', () => {
  const climbs = [
    '../../../secrets.json',
    '../vip/1080p/00000.m4s',
    '720p/../../vip/1080p/00000.m4s',
    '720p/..',
    './720p/00000.m4s',
    '720p//00000.m4s',
    '720p/%2e%2e/%2e%2e/vip/1080p/00000.m4s',
    '%2e%2e%2fsecrets.json',
    '..%2f..%2fsecrets.json',
    '%252e%252e%252fsecrets.json',
    '720p%2f00000.m4s',
    '720p%5c00000.m4s',
    '720p\\..\\00000.m4s',
    '720p/00000.m4s%00',
    '720p/00000.m4s%00.jpg',
    '720p/%c0%ae%c0%ae/00000.m4s',
    '720p/%uff0e%uff0e/00000.m4s',
    '720p/%',
    '720p/%zz',
    '720p/00000.m4s/',
    '//etc/passwd',
    `${'a'.repeat(600)}/00000.m4s`,
    'http://x/00000.m4s',
  ]
  test.each(climbs)('what climbs or is not plain, even under a signature of ours: %j', async (rest) => {
    const folder = await videoFolder()
    await get(`${folder}/00000.m4s`)
    expect(await getRaw(`${folderOf(folder)}/${rest}`)).toEqual({ status: 403, body: 'forbidden' })
  })

  test.each([
    '/media/',
    '/media/x',
    'http://x/media/x',
    '/media/../secrets.json',
    '/media/%2e%2e/secrets.json',
    '/media/..%2fsecrets.json',
    '/media/media/1/1/std/720p/00000.m4s',
    '/media/1/1/std/720p/00000.m4s',
    '/media/art/../../secrets.json',
    '/media/art/poster/1-0-%2e%2e.webp',
    '/media/art/poster/1-0-aaaaaaaaaa.webp/../x',
    '/media/art/poster/0-0-aaaaaaaaaa.webp',
    '/media/art/cover/1-0-aaaaaaaaaa.webp',
    '/media/pictures/../secrets.json',
    '/media/pictures/1-1-..%2fsecrets.webp',
    '/media/pictures/sized/1-1-poster-300.webp',
    '/media/pictures/1-1-poster.webp%00',
    '/media/pictures/%zz',
  ])('what was never an address: %s', async (url) => {
    expect(await getRaw(url)).toEqual({ status: 403, body: 'forbidden' })
  })

  test('a forged signature, expiry, asset, version or tier', async () => {
    const folder = await videoFolder()
    const [, , expires = '', signature = '', scope = ''] = folder.split('/')
    const forged = [
      ['A'.repeat(22), signature],
      [String(Number(expires) + 600), expires],
      [scope.replace('std', 'vip'), scope],
      [scope.replace(/^v\d+/, 'v99999'), scope],
      [scope.replace(/-\d+-/, '-9-'), scope],
      [scope.replace('v', 'm'), scope],
    ] as const
    for (const [now, before] of forged) {
      const response = await get(`${folder.replace(before, now)}/00000.m4s`)
      expect([now, response.statusCode, response.body]).toEqual([now, 403, 'forbidden'])
    }
  })

  test('what another station signed', async () => {
    const folder = signedNow(`v${film.assetId}-1-std`, 'o'.repeat(43))
    expect((await get(`${folder}/720p/00000.m4s`)).statusCode).toBe(403)
  })

  test('what has expired, with 410', async () => {
    const folder = signedNow(`v${film.assetId}-1-std`, t.ground.secrets.mediaKey, -1)
    const response = await get(`${folder}/720p/00000.m4s`)
    expect([response.statusCode, response.body]).toEqual([410, 'expired'])
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('a signature of today when its time has come', async () => {
    const folder = signedNow(`v${film.assetId}-1-std`)
    expect((await get(`${folder}/720p/00000.m4s`)).statusCode).toBe(200)
    const before = t.clock.nowMs()
    t.clock.set(before + 601_000)
    expect((await get(`${folder}/720p/00000.m4s`)).statusCode).toBe(410)
    t.clock.set(before)
  })

  test('a file name that is signed and plain, but nothing of ours, with 404', async () => {
    const files = signedNow(`v${film.assetId}-1-std`)
    const master = signedNow(`m${film.assetId}-1-std`)
    const names = ['720p/99999.m4s', '720p/init.txt', '720p/board.vtt', 'storyboard/index.m3u8', '4k/index.m3u8', 'x']
    for (const url of [
      ...names.map((name) => `${files}/${name}`),
      `${master}/720p/00000.m4s`,
      `${master}/index.m3u8`,
    ]) {
      expect([url, (await get(url)).statusCode]).toEqual([url, 404])
    }
    expect((await get(`${signedNow('odd-scope')}/a/b.m4s`)).statusCode).toBe(404)
  })
})

test('[J03] a VIP rendition is absent from a visitor’s master and its directory refuses a visitor’s signature', async () => {
  const visitors = await masterOf(film.titleId)
  expect(visitors.addresses.join()).not.toMatch(/vip|1080p/)
  for (const address of visitors.addresses) {
    for (const rest of ['1080p/00000.m4s', '1080p/index.m3u8', '1080p/init.mp4']) {
      expect((await get(`${folderOf(folderOf(address))}/${rest}`)).statusCode).toBe(404)
      const climbed = `${folderOf(folderOf(address)).replace(/-std$/, '-vip')}/${rest}`
      expect((await get(climbed)).statusCode).toBe(403)
    }
  }
  expect((await get(visitors.url.replace('-std/', '-vip/'))).statusCode).toBe(403)
})

test('[J03] a VIP’s master opens both tiers, each under a signature of its own', async () => {
  const { addresses } = await masterOf(film.titleId, 'mei')
  const high = addresses.find((address) => address.includes('/1080p/')) ?? ''
  expect(high).toContain('-vip/')
  expect((await get(`${folderOf(high)}/00000.m4s`)).rawPayload).toHaveLength(segmentBytes)
  const low = addresses.find((address) => address.includes('/720p/')) ?? ''
  expect(low).toContain('-std/')
})

test('[F08] from the token every address leads on to bytes of the right kind', async () => {
  const { url, storyboard } = await tokenFor(film.titleId)
  const master = await get(url)
  expect(master.headers).toMatchObject({ 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'no-store' })
  const found: Record<string, number> = {}
  for (const playlist of addressesIn(master.body)) {
    const response = await get(playlist)
    expect(response.headers['content-type']).toBe('application/vnd.apple.mpegurl')
    for (const name of addressesIn(response.body)) {
      const file = await get(`${folderOf(playlist)}/${name}`)
      expect(file.statusCode).toBe(200)
      expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      const type = String(file.headers['content-type'])
      found[type] = (found[type] ?? 0) + 1
    }
  }
  expect(found).toEqual({ 'video/mp4': 8, 'text/vtt; charset=utf-8': 1 })
  const board = await get(storyboard ?? '')
  expect(board.headers['content-type']).toBe('text/vtt; charset=utf-8')
  const sheet = await get(`${folderOf(storyboard ?? '')}/sheet-001.jpg`)
  expect([sheet.statusCode, sheet.headers['content-type']]).toEqual([200, 'image/jpeg'])
})

describe('[F08] a segment', () => {
  test('answers HEAD with its length and no bytes', async () => {
    const response = await t.app.inject({ method: 'HEAD', url: `${await videoFolder()}/00002.m4s` })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({ 'content-length': String(segmentBytes), 'accept-ranges': 'bytes' })
    expect(response.rawPayload).toHaveLength(0)
  })

  test('is not sent again to who has it', async () => {
    const url = `${await videoFolder()}/00000.m4s`
    const etag = String((await get(url)).headers.etag)
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get(url, { 'if-none-match': header })
      expect([response.statusCode, response.rawPayload.length]).toEqual([304, 0])
    }
    expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    const other = await get(`${await videoFolder()}/00001.m4s`)
    expect(other.headers.etag).not.toBe(etag)
  })

  test('is given in parts', async () => {
    const url = `${await videoFolder()}/00000.m4s`
    const whole = (await get(url)).rawPayload
    const cases = [
      ['bytes=0-99', 0, 100],
      ['bytes=100-', 100, segmentBytes],
      ['bytes=-10', segmentBytes - 10, segmentBytes],
      ['bytes=4990-9999', 4990, segmentBytes],
    ] as const
    for (const [range, first, end] of cases) {
      const response = await get(url, { range })
      expect(response.statusCode).toBe(206)
      expect(response.headers['content-range']).toBe(`bytes ${first}-${end - 1}/${segmentBytes}`)
      expect(response.headers['content-length']).toBe(String(end - first))
      expect(response.rawPayload.equals(whole.subarray(first, end))).toBe(true)
    }
  })

  test('refuses a part that it does not have, and gives the whole where it may', async () => {
    const url = `${await videoFolder()}/00000.m4s`
    const beyond = await get(url, { range: `bytes=${segmentBytes}-` })
    expect(beyond.statusCode).toBe(416)
    expect(beyond.headers['content-range']).toBe(`bytes */${segmentBytes}`)
    const { etag } = (await get(url)).headers
    for (const headers of [
      { range: 'bytes=0-1,4-5' },
      { range: 'lines=1-2' },
      { range: 'bytes=0-9', 'if-range': '"other"' },
    ]) {
      expect((await get(url, headers)).rawPayload).toHaveLength(segmentBytes)
    }
    expect((await get(url, { range: 'bytes=0-9', 'if-range': String(etag) })).statusCode).toBe(206)
  })

  test('is gone when its asset is removed, though it was in memory', async () => {
    const { titleId, assetId } = await aPlayableTitle(t)
    const { addresses, url } = await masterOf(titleId)
    const segment = `${folderOf(addresses.find((address) => address.includes('/720p/')) ?? '')}/00000.m4s`
    expect((await get(segment)).statusCode).toBe(200)
    await t.station.media.assets.removeAssets([assetId])
    for (const address of [segment, url, ...addresses]) expect((await get(address)).statusCode).toBe(404)
  })

  test('of an old version is gone when a new one plays', async () => {
    const { titleId, assetId } = await aPlayableTitle(t)
    const before = await masterOf(titleId)
    await publishRandom(t.station.media.assets, assetId)
    const after = await masterOf(titleId)
    expect(after.url).toContain('-2-std/')
    for (const address of [before.url, ...before.addresses]) expect((await get(address)).statusCode).toBe(404)
    for (const address of after.addresses) expect((await get(address)).statusCode).toBe(200)
  })

  test('that is asked for by many at once is read once: those who come later need no disk', async () => {
    const { titleId, assetId } = await aPlayableTitle(t)
    const { addresses } = await masterOf(titleId)
    const url = `${folderOf(addresses.find((address) => address.includes('/720p/')) ?? '')}/00000.m4s`
    const together = await Promise.all(Array.from({ length: 40 }, () => get(url)))
    rmSync(join(t.ground.config.dataDir, 'media', String(assetId)), { recursive: true })
    const later = await get(url)
    for (const { rawPayload } of together) expect(rawPayload.equals(later.rawPayload)).toBe(true)
  })
})

describe('[F08] pages of other origins', () => {
  test('may not read media unless they are configured', async () => {
    const response = await get(`${await videoFolder()}/00000.m4s`, { origin: 'https://elsewhere.example' })
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
    expect(response.headers.vary).toBe('origin')
  })

  test('may read and ask for parts when they are', async () => {
    const url = `${await videoFolder()}/00000.m4s`
    const response = await get(url, { origin })
    expect(response.headers['access-control-allow-origin']).toBe(origin)
    const preflight = (from: string) =>
      t.app.inject({
        method: 'OPTIONS',
        url,
        headers: { origin: from, 'access-control-request-method': 'GET', 'access-control-request-headers': 'range' },
      })
    expect((await preflight(origin)).headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': expect.stringContaining('range'),
    })
    expect((await preflight('https://elsewhere.example')).headers).not.toHaveProperty('access-control-allow-headers')
  })
})

test('an address that is not well formed gets an envelope where calls and pages are', async () => {
  const response = await get('/v1/pub/index/%zz')
  expect([response.statusCode, response.json()]).toMatchObject([
    400,
    { code: 7, data: { refusal: 'MalformedRequest' } },
  ])
})
