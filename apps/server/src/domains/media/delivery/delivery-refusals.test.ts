import { describe, expect, test } from 'vitest'
import { film, folderOf, get, getRaw, signedNow, setUpDeliveryStation, t, videoFolder } from './delivery.fixture.ts'

setUpDeliveryStation()

describe('[F08] delivery refuses', () => {
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
  test.each(climbs)('a path with `..` or unusual characters, even if it is signed: %j', async (rest) => {
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
  ])('a path that never was a valid address: %s', async (url) => {
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

  test('the signature of another station', async () => {
    const folder = signedNow(`v${film.assetId}-1-std`, 'o'.repeat(43))
    expect((await get(`${folder}/720p/00000.m4s`)).statusCode).toBe(403)
  })

  test('an expired address, with 410', async () => {
    const folder = signedNow(`v${film.assetId}-1-std`, t.platform.secrets.mediaKey, -1)
    const response = await get(`${folder}/720p/00000.m4s`)
    expect([response.statusCode, response.body]).toEqual([410, 'expired'])
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('a signature that was valid today, after its expiry', async () => {
    const folder = signedNow(`v${film.assetId}-1-std`)
    expect((await get(`${folder}/720p/00000.m4s`)).statusCode).toBe(200)
    const before = t.clock.nowMs()
    t.clock.set(before + 601_000)
    expect((await get(`${folder}/720p/00000.m4s`)).statusCode).toBe(410)
    t.clock.set(before)
  })

  test('a signed, plain file name that does not exist, with 404', async () => {
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

test('a malformed address gets an envelope where calls and pages are', async () => {
  const response = await get('/v1/pub/index/%zz')
  expect([response.statusCode, response.json()]).toMatchObject([
    400,
    { code: 7, data: { refusal: 'MalformedRequest' } },
  ])
})
