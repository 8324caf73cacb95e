import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { aPlayableTitle, publishRandom, segmentBytes } from '../../../testing/media.ts'
import {
  urlsIn,
  film,
  folderOf,
  get,
  masterOf,
  origin,
  setUpDeliveryStation,
  t,
  tokenFor,
  videoFolder,
} from './delivery.fixture.ts'

setUpDeliveryStation()

test('[J03] a visitor’s master playlist omits VIP renditions, and a visitor’s signature does not open their folder', async () => {
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

test('[J03] a VIP’s master playlist lists both tiers, each with its own signature', async () => {
  const { addresses } = await masterOf(film.titleId, 'mei')
  const high = addresses.find((address) => address.includes('/1080p/')) ?? ''
  expect(high).toContain('-vip/')
  expect((await get(`${folderOf(high)}/00000.m4s`)).rawPayload).toHaveLength(segmentBytes)
  const low = addresses.find((address) => address.includes('/720p/')) ?? ''
  expect(low).toContain('-std/')
})

test('[F08] every address that can be reached from the token returns the right kind of file', async () => {
  const { url, storyboard } = await tokenFor(film.titleId)
  const master = await get(url)
  expect(master.headers).toMatchObject({ 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'no-store' })
  const found: Record<string, number> = {}
  for (const playlist of urlsIn(master.body)) {
    const response = await get(playlist)
    expect(response.headers['content-type']).toBe('application/vnd.apple.mpegurl')
    for (const name of urlsIn(response.body)) {
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

describe('[J03] a playlist', () => {
  test('of a title that was hidden after signing is refused: master, media playlists and storyboard', async () => {
    const { titleId } = await aPlayableTitle(t)
    const { url, addresses } = await masterOf(titleId, 'mei')
    const { storyboard } = await tokenFor(titleId)
    const signed = [
      url,
      ...addresses.filter((address) => address.endsWith('.m3u8')),
      ...(storyboard ? [storyboard] : []),
    ]
    const statuses = async (): Promise<number[]> => [
      ...new Set(await Promise.all(signed.map(async (address) => (await get(address)).statusCode))),
    ]
    const { pool } = t.platform
    const hide = (hidden: boolean) =>
      pool.query('update category set hidden = $2 where id = (select pid_id from title where id = $1)', [
        titleId,
        hidden,
      ])
    expect(await statuses()).toEqual([200])
    await pool.query('update title set published = false where id = $1', [titleId])
    expect(await statuses()).toEqual([404])
    await pool.query('update title set published = true where id = $1', [titleId])
    expect(await statuses()).toEqual([200])
    await hide(true)
    expect(await statuses()).toEqual([404])
    await hide(false)
    expect(await statuses()).toEqual([200])
  })

  test('of an episode that became VIP-only is refused to visitors only', async () => {
    const { titleId, assetId } = await aPlayableTitle(t)
    const [visitors, vips] = [await masterOf(titleId), await masterOf(titleId, 'mei')]
    await t.platform.pool.query('update episode set vip = true where asset_id = $1', [assetId])
    expect([(await get(visitors.url)).statusCode, (await get(vips.url)).statusCode]).toEqual([404, 200])
  })
})

describe('[F08] a segment', () => {
  test('answers HEAD with its length and no body', async () => {
    const response = await t.app.inject({ method: 'HEAD', url: `${await videoFolder()}/00002.m4s` })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({ 'content-length': String(segmentBytes), 'accept-ranges': 'bytes' })
    expect(response.rawPayload).toHaveLength(0)
  })

  test('is not sent again to a client that has it', async () => {
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

  test('is sent in ranges', async () => {
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

  test('refuses an unsatisfiable range, and sends the whole file where the header may be ignored', async () => {
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

  test('is not served after its asset was removed, even if it was cached', async () => {
    const { titleId, assetId } = await aPlayableTitle(t)
    const { addresses, url } = await masterOf(titleId)
    const segment = `${folderOf(addresses.find((address) => address.includes('/720p/')) ?? '')}/00000.m4s`
    expect((await get(segment)).statusCode).toBe(200)
    await t.station.media.assets.removeAssets([assetId])
    for (const address of [segment, url, ...addresses]) expect((await get(address)).statusCode).toBe(404)
  })

  test('of an old version is not served after a new one was published', async () => {
    const { titleId, assetId } = await aPlayableTitle(t)
    const before = await masterOf(titleId)
    await publishRandom(t.station.media.assets, assetId)
    const after = await masterOf(titleId)
    expect(after.url).toContain('-2-std/')
    for (const address of [before.url, ...before.addresses]) expect((await get(address)).statusCode).toBe(404)
    for (const address of after.addresses) expect((await get(address)).statusCode).toBe(200)
  })

  test('that many request at once is read from disk once, and later requests need no disk', async () => {
    const { titleId, assetId } = await aPlayableTitle(t)
    const { addresses } = await masterOf(titleId)
    const url = `${folderOf(addresses.find((address) => address.includes('/720p/')) ?? '')}/00000.m4s`
    const together = await Promise.all(Array.from({ length: 40 }, () => get(url)))
    rmSync(join(t.platform.config.dataDir, 'media', String(assetId)), { recursive: true })
    const later = await get(url)
    for (const { rawPayload } of together) expect(rawPayload.equals(later.rawPayload)).toBe(true)
  })
})

describe('[F08] pages of other origins', () => {
  test('may not read media by default', async () => {
    const response = await get(`${await videoFolder()}/00000.m4s`, { origin: 'https://elsewhere.example' })
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
    expect(response.headers.vary).toBe('origin')
  })

  test('may read media and request ranges if they are configured', async () => {
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
