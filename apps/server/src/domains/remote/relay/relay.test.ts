import { playToken } from '@yunmu/contract'
import { createCipheriv, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { titlesChanged } from '../../catalog/index.ts'
import { buildTestApp, type MakeOptions, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import { startOutside, type OutsideServer } from './relay.fixture.ts'

let t: TestApp
let outside: OutsideServer
let other: OutsideServer
/** Where `/to-mirror.ts` redirects to. */
let mirror: OutsideServer
/** Where the station listens. */
let listening = ''
const segment = randomBytes(200_000)
const key = randomBytes(16)
const init = Buffer.concat([Buffer.from('00000014', 'hex'), Buffer.from('ftypiso5'), Buffer.alloc(8)])
const film = randomBytes(9 * 1024 * 1024)
const held = Promise.withResolvers<void>()
/** What `/version.mp4` is at the moment. */
let version = { etag: '"1"', bytes: randomBytes(5 * 1024 * 1024) }

const playlist = (...lines: string[]): string =>
  ['#EXTM3U', '#EXT-X-TARGETDURATION:4', ...lines, '#EXT-X-ENDLIST'].join('\n')
const playlists: Record<string, () => string> = {
  '/a/index.m3u8': () =>
    playlist(
      '#EXT-X-KEY:METHOD=AES-128,URI="/key"',
      '#EXT-X-MAP:URI="init.mp4"',
      '#EXTINF:4,',
      'one.ts',
      '#EXTINF:4,',
      'one.ts?again',
    ),
  '/master.m3u8': () => '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na/index.m3u8\n',
  '/ranges.m3u8': () =>
    playlist('#EXT-X-BYTERANGE:1000@500', '#EXTINF:4,', 'film.mp4', '#EXT-X-BYTERANGE:1000', '#EXTINF:4,', 'film.mp4'),
  '/elsewhere.m3u8': () => playlist('#EXTINF:4,', `${other.origin}/one.ts`),
  '/file.m3u8': () => playlist('#EXTINF:4,', 'file:///etc/passwd'),
  '/page.m3u8': () => '<html>',
  '/slow.m3u8': () => playlist('#EXTINF:4,', 'slow.ts'),
  '/html.m3u8': () => playlist('#EXTINF:4,', 'html.ts'),
  '/gone.m3u8': () => playlist('#EXTINF:4,', 'to-other.ts'),
  '/moved.m3u8': () => playlist('#EXTINF:4,', 'to-mirror.ts'),
  '/text.m3u8': () => playlist('#EXTINF:4,', 'text.ts', '#EXT-X-KEY:METHOD=AES-128,URI="/text.ts"', '#EXTINF:4,', 'a'),
  '/closing.m3u8': () => playlist('#EXTINF:4,', 'closing.ts'),
  '/endless.m3u8': () => playlist('#EXTINF:4,', 'endless.ts', '#EXTINF:4,', 'endless.ts?refused'),
}

/** Answers Range and If-Range requests as hosts do. */
function sendRange(request: IncomingMessage, response: ServerResponse, bytes: Buffer, etag = ''): void {
  const validator = etag === '' ? {} : { etag }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const condition = request.headers['if-range']
  if (first === undefined || (condition !== undefined && condition !== etag))
    return void response.writeHead(200, { ...validator, 'content-length': bytes.length }).end(bytes)
  const part = bytes.subarray(Number(first), Number(last) + 1)
  const range = `bytes ${first}-${Number(first) + part.length - 1}/${bytes.length}`
  response.writeHead(206, { ...validator, 'content-range': range, 'content-length': part.length }).end(part)
}

/** Sends for as long as the station reads. */
function sendEndlessly(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 30 * 1024 * 1024 })
  const send = (): void => {
    while (!response.destroyed && response.write(randomBytes(65_536)));
  }
  response.on('drain', send)
  send()
}

beforeAll(async () => {
  other = await startOutside((_, response) => response.end(segment))
  mirror = await startOutside((_, response) => response.end(segment))
  outside = await startOutside((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const text = playlists[path]?.()
    if (text !== undefined) return response.end(text)
    if (path.endsWith('/one.ts'))
      return response.writeHead(200, { 'content-type': 'image/png', 'content-length': segment.length }).end(segment)
    if (path === '/key') return response.end(key)
    if (path.endsWith('/init.mp4')) return response.end(init)
    if (path === '/text.ts')
      return response.writeHead(200, { 'content-type': 'text/plain' }).end('rate limited, try again later')
    if (path === '/closing.ts' && outside.requests.filter((each) => each === 'GET /closing.ts').length === 1)
      return void request.socket.destroy()
    if (path === '/closing.ts') return response.end(segment)
    if (path === '/endless.ts') return sendEndlessly(response, request.url?.endsWith('refused') ? 403 : 200)
    if (path === '/version.mp4') return sendRange(request, response, version.bytes, version.etag)
    if (path === '/html.ts') return response.writeHead(200, { 'content-type': 'text/html' }).end('<script>')
    if (path === '/to-other.ts') return response.writeHead(302, { location: `${other.origin}/one.ts` }).end()
    if (path === '/to-mirror.ts') return response.writeHead(302, { location: `${mirror.origin}/one.ts` }).end()
    if (path === '/slow.ts') {
      response.writeHead(200, { 'content-length': 2000 }).write(segment.subarray(0, 1000))
      return void held.promise.then(() => response.end(segment.subarray(1000, 2000)))
    }
    if (path === '/film.mp4') return sendRange(request, response, film)
    return response.writeHead(404).end('no')
  })
  t = await buildTestApp({ EGRESS_ALLOW: [outside, other, mirror].map(({ destination }) => destination).join(',') })
  listening = await t.app.listen({ port: 0, host: '127.0.0.1' })
})

const nowSec = (): number => Math.floor(t.clock.nowMs() / 1000)
const allow = (origin: string, mode: 'direct' | 'relayed' | 'refused') =>
  t.station.remote.manager.hosts.allow(origin, mode)

async function aRelayedTitle(path: string, given: { vip?: boolean } = {}): Promise<number> {
  const { catalog, remote } = t.station
  const { id } = await catalog.writer.saveTitle(aTitle(), nowSec())
  await catalog.writer.saveEpisodes(
    id,
    [{ source: '量子', level: 1, name: '第01集', vip: given.vip ?? false }],
    nowSec(),
  )
  await remote.manager.add({ titleId: id, source: '量子', level: 1, url: `${outside.origin}${path}` })
  await allow(outside.origin, 'relayed')
  return id
}

async function urlOf(id: number, options: MakeOptions = {}): Promise<string> {
  const { data } = await t.make(playToken, { type: 'vod', id, ids: 0, level: 1 }, options)
  return playToken.reply.parse(data).url
}

const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers })
/** The parts of a playlist, as addresses of the station. */
async function partsOf(url: string): Promise<string[]> {
  const { statusCode, body } = await get(url)
  if (statusCode !== 200) throw new Error(`status ${statusCode}`)
  const folder = url.slice(0, url.lastIndexOf('/'))
  return [...body.matchAll(/URI="([^"]+)"|^([^#\n]+)$/gm)].map(([, quoted, plain]) => `${folder}/${quoted ?? plain}`)
}

describe('what is relayed', () => {
  test('[M02] a playlist, its keys, maps and segments come from the station, and each is fetched once', async () => {
    const url = await urlOf(await aRelayedTitle('/a/index.m3u8'))
    expect(url).toMatch(/^\/relay\/\d+\/[\w-]{22}\/r\d+-std\/index\.m3u8$/)
    const reply = await get(url)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/vnd.apple.mpegurl',
      'x-content-type-options': 'nosniff',
    })
    expect(reply.body).not.toContain('127.0.0.1')
    const [keyUrl = '', map = '', one = ''] = await partsOf(url)
    expect((await get(keyUrl)).rawPayload).toEqual(key)
    expect((await get(map)).rawPayload).toEqual(init)
    outside.requests.length = 0
    const replies = await Promise.all([get(one), get(one), get(one)])
    for (const { rawPayload, headers } of replies) {
      expect(rawPayload.equals(segment)).toBe(true)
      expect(headers['content-type']).toBe('video/mp2t')
    }
    expect(outside.requests).toEqual(['GET /a/one.ts'])
    const part = await get(one, { range: 'bytes=100-199' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-199/${segment.length}`])
    expect(part.rawPayload.equals(segment.subarray(100, 200))).toBe(true)
    expect(outside.requests).toHaveLength(1)
  })

  test('[M02] a master playlist leads to playlists of the station', async () => {
    const [nested = ''] = await partsOf(await urlOf(await aRelayedTitle('/master.m3u8')))
    expect(await partsOf(nested)).toHaveLength(4)
  })

  test('[M02] byte ranges of a playlist are fetched as such', async () => {
    const parts = await partsOf(await urlOf(await aRelayedTitle('/ranges.m3u8')))
    const bytes = await Promise.all(parts.map(async (part) => (await get(part)).rawPayload))
    expect(bytes.map((part) => film.indexOf(part.subarray(0, 64)))).toEqual([500, 1500])
    expect(bytes.map(({ length }) => length)).toEqual([1000, 1000])
  })

  test('[M02] any range of a film in one file is served from blocks', async () => {
    const url = await urlOf(await aRelayedTitle('/film.mp4'))
    const part = await get(url, { range: 'bytes=4194200-4194400' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 4194200-4194400/${film.length}`])
    expect(part.rawPayload.equals(film.subarray(4_194_200, 4_194_401))).toBe(true)
    expect((await get(url)).rawPayload.equals(film)).toBe(true)
    expect((await get(url, { range: 'bytes=-10' })).rawPayload.equals(film.subarray(-10))).toBe(true)
  })

  test('[M02] a segment reaches the viewer while it arrives', async () => {
    const [slow = ''] = await partsOf(await urlOf(await aRelayedTitle('/slow.m3u8')))
    const response = await fetch(`${listening}${slow}`)
    const reader = response.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? [])).toEqual(segment.subarray(0, 1000))
    held.resolve()
    expect(Buffer.from((await reader?.read())?.value ?? [])).toEqual(segment.subarray(1000, 2000))
  })
})

test('[M02] what a host does not answer because it closes its connection is requested once more', async () => {
  const [part = ''] = await partsOf(await urlOf(await aRelayedTitle('/closing.m3u8')))
  outside.requests.length = 0
  expect((await get(part)).rawPayload.equals(segment)).toBe(true)
  expect(outside.requests).toEqual(['GET /closing.ts', 'GET /closing.ts'])
})

describe('how much is fetched', () => {
  const as = (address: string, url: string, method: 'GET' | 'HEAD' = 'GET', headers: Record<string, string> = {}) =>
    t.app.inject({ url, method, headers, remoteAddress: address })
  const later = (ms: number): void => t.clock.set(t.clock.nowMs() + ms)

  test('[E07] a byte of a film in one file costs no block of it, and its size none at all', async () => {
    const url = await urlOf(await aRelayedTitle('/film.mp4?bytes'))
    outside.requests.length = 0
    expect((await as('198.51.100.1', url, 'HEAD')).headers['content-length']).toBe(String(film.length))
    expect(outside.requests).toEqual(['GET /film.mp4?bytes bytes=0-0'])
    for (const at of [4_194_303, 5_000_000]) {
      const { rawPayload } = await as('198.51.100.1', url, 'GET', { range: `bytes=${at}-${at}` })
      expect(rawPayload).toEqual(film.subarray(at, at + 1))
    }
    expect(outside.requests.slice(1)).toEqual([
      'GET /film.mp4?bytes bytes=4128768-4194303',
      'GET /film.mp4?bytes bytes=4980736-5046271',
    ])
  })

  test('[E07] a host that fails is asked once in five seconds', async () => {
    const url = await urlOf(await aRelayedTitle('/missing.m3u8?often'))
    outside.requests.length = 0
    for (let at = 0; at < 5; at++) expect((await get(url)).statusCode).toBe(502)
    expect(outside.requests).toHaveLength(1)
    later(5000)
    expect((await get(url)).statusCode).toBe(502)
    expect(outside.requests).toHaveLength(2)
  })

  test('[E07] the connection of a refused reply is closed, and so is that of a segment that its viewer leaves', async () => {
    const [endless = '', refused = ''] = await partsOf(await urlOf(await aRelayedTitle('/endless.m3u8')))
    expect((await get(refused)).statusCode).toBe(502)
    await expect.poll(outside.sending).toBe(0)
    const response = await fetch(`${listening}${endless}`, { headers: { range: 'bytes=0-0' } })
    // A range of what has not arrived is not sent alone: it would cost the whole segment.
    expect(response.status).toBe(200)
    await response.body?.cancel()
    await expect.poll(outside.sending).toBe(0)
    expect((await t.app.inject({ url: endless, method: 'HEAD' })).statusCode).toBe(200)
    await expect.poll(outside.sending).toBe(0)
  })
})

describe('what changes at the other host', () => {
  test('[M02] a film that is replaced is never mixed with the one before', async () => {
    const url = await urlOf(await aRelayedTitle('/version.mp4'))
    const first = await get(url, { range: 'bytes=0-99' })
    expect(first.rawPayload).toEqual(version.bytes.subarray(0, 100))
    const replaced = { etag: '"2"', bytes: randomBytes(version.bytes.length) }
    version = replaced
    // The reply has begun with the size of the old one: it ends here.
    await expect(get(url)).rejects.toThrow()
    const second = await get(url)
    expect(second.rawPayload.equals(replaced.bytes)).toBe(true)
    expect(second.headers.etag).not.toBe(first.headers.etag)
    const continued = await get(url, { range: 'bytes=100-199', 'if-range': String(first.headers.etag) })
    expect(continued.statusCode).toBe(200)
    version = { ...replaced, etag: '"3"', bytes: randomBytes(4 * 1024 * 1024) }
    t.clock.set(t.clock.nowMs() + 10 * 60_000)
    const third = await get(url)
    expect([third.statusCode, third.rawPayload.equals(version.bytes)]).toEqual([200, true])
  })

  test('[M02] a text in place of a segment or a key is neither sent nor cached', async () => {
    for (const part of (await partsOf(await urlOf(await aRelayedTitle('/text.m3u8')))).slice(0, 2)) {
      const { statusCode, body } = await get(part)
      expect([statusCode, body]).toEqual([502, 'the other host does not answer'])
    }
  })

  test('[E07] a segment that came by a redirect closes with the host that sent it', async () => {
    await allow(mirror.origin, 'relayed')
    const [part = ''] = await partsOf(await urlOf(await aRelayedTitle('/moved.m3u8')))
    expect((await get(part)).statusCode).toBe(200)
    await allow(mirror.origin, 'refused')
    expect((await get(part)).statusCode).toBe(403)
    await allow(mirror.origin, 'relayed')
    expect((await get(part)).statusCode).toBe(200)
  })
})

describe('what is not relayed', () => {
  test.each(['/file.m3u8', '/page.m3u8', '/missing.m3u8', '/elsewhere.m3u8'])(
    '[E07] the playlist %s is refused',
    async (path) => {
      expect((await get(await urlOf(await aRelayedTitle(path)))).statusCode).toBe(502)
    },
  )

  test('[E07] a page in place of a segment, and one that redirects to another host are refused', async () => {
    const before = other.connections()
    for (const path of ['/html.m3u8', '/gone.m3u8']) {
      const [part = ''] = await partsOf(await urlOf(await aRelayedTitle(path)))
      expect((await get(part)).statusCode).toBe(502)
    }
    expect(other.connections()).toBe(before)
  })

  test('[E07] a playlist that leads to an unknown host asks the operator about it', async () => {
    await get(await urlOf(await aRelayedTitle('/elsewhere.m3u8')))
    await expect
      .poll(async () =>
        (await t.station.remote.manager.hosts.list()).map(({ host, port, mode }) => `${host}:${port} ${mode}`),
      )
      .toContain(`${other.destination} undecided`)
  })

  test('[E07] nothing but what the station read itself can be asked for', async () => {
    const [first, second] = [
      await urlOf(await aRelayedTitle('/a/index.m3u8')),
      await urlOf(await aRelayedTitle('/a/index.m3u8')),
    ]
    const [part = ''] = await partsOf(first)
    const name = part.slice(part.lastIndexOf('/') + 1)
    const folder = (url: string): string => url.slice(0, url.lastIndexOf('/'))
    const status = async (url: string): Promise<number> => (await get(url)).statusCode
    expect(await status(`${folder(second)}/${name}`)).toBe(404)
    expect(await status(`${folder(first)}/${name.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))}`)).toBe(404)
    expect(await status(`${folder(first)}/${name.replace(/\.\w+$/, '.m3u8')}`)).toBe(404)
    expect(await status(`${folder(first)}/${Buffer.from(`${outside.origin}/one.ts`).toString('base64url')}.ts`)).toBe(
      404,
    )
    expect(await status(`${folder(first)}/../../etc/passwd`)).not.toBe(200)
    expect(await status(first.replace(/\/r\d+-std/, '/r1-vip'))).toBe(403)
    expect(await status(`/relay/?url=${outside.origin}`)).toBe(403)
    // The right form, sealed by somebody who does not have the key.
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', randomBytes(32), iv)
    const forged = Buffer.concat([iv, cipher.update(`s ${outside.origin}/one.ts`), cipher.final(), cipher.getAuthTag()])
    expect(await status(`${folder(first)}/${forged.toString('base64url')}.ts`)).toBe(404)
  })

  test('[E07] a host that is refused later, a hidden title and one that becomes one for VIPs close at once', async () => {
    const id = await aRelayedTitle('/a/index.m3u8')
    const url = await urlOf(id)
    const [, , one = ''] = await partsOf(url)
    expect((await get(one)).statusCode).toBe(200)
    await allow(outside.origin, 'refused')
    expect((await get(one)).statusCode).toBe(403)
    await allow(outside.origin, 'relayed')
    expect((await get(one)).statusCode).toBe(200)
    await t.station.catalog.writer.saveEpisodes(id, [{ source: '量子', level: 1, name: '第01集', vip: true }], nowSec())
    t.events.announce(titlesChanged, { ids: [id] })
    expect((await get(one)).statusCode).toBe(404)
    expect((await get(await urlOf(id, { as: 'mei' }))).statusCode).toBe(200)
    await t.platform.db
      .withTables<{ title: { id: number; published: boolean } }>()
      .updateTable('title')
      .set({ published: false })
      .where('id', '=', id)
      .execute()
    t.events.announce(titlesChanged, { ids: [id] })
    expect((await get(one)).statusCode).toBe(404)
  })

  test('[E07] a title in the bin closes at once', async () => {
    const id = await aRelayedTitle('/a/index.m3u8')
    const [, , one = ''] = await partsOf(await urlOf(id))
    expect((await get(one)).statusCode).toBe(200)
    await t.station.catalog.corrections.titles.remove('mei', id, true)
    expect((await get(one)).statusCode).toBe(404)
  })

  test('[B08] a password closes what plays', async () => {
    const id = await aRelayedTitle('/a/index.m3u8')
    const url = await urlOf(id)
    expect((await get(url)).statusCode).toBe(200)
    await t.station.locks.manager.set({ kind: 'vod', id, line: 0 }, 'zhi-ma-kai-men')
    expect((await get(url)).statusCode).toBe(403)
  })

  test('[E07] addresses expire', async () => {
    const url = await urlOf(await aRelayedTitle('/a/index.m3u8'))
    t.clock.set(t.clock.nowMs() + 24 * 3_600_000)
    expect((await get(url)).statusCode).toBe(410)
  })
})
