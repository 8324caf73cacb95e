import { refusalMessage } from '@yunmu/contract'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test, vi } from 'vitest'
import { categoriesChanged } from '../../domains/catalog/index.ts'
import { RefusalError } from '../http/refusal-error.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { createWebBuild } from '../../testing/web-build.ts'

/** A web build whose pages report their request, and fail on demand. */
const echoBuild = `
const counted = { cold: 0, away: 0, unknown: 0, lacking: 0 }
const newest = { name: 'vodNewest', method: 'POST' }
const page = (text) => ({ status: 200, location: null, cookie: null, html: [{ text, isShared: false }] })
export async function renderPage(address, { nonce, boot, origin, make }) {
  const { pathname } = new URL(address)
  if (pathname === '/broken') throw new Error('lost')
  if (pathname === '/away') return { status: 301, location: '/page?' + ++counted.away, cookie: null, html: [] }
  if (pathname === '/unknown') return { status: 302, location: '/', cookie: 'unknown=' + ++counted.unknown, html: [] }
  if (pathname === '/away-by-title') {
    await make(newest, { type: '0', count: '3' })
    return { status: 301, location: '/page?' + ++counted.away, cookie: null, html: [] }
  }
  if (pathname === '/busy') return { ...page('busy'), status: 503 }
  if (pathname === '/lacking') {
    const outcome = await make(newest, { type: '0', count: '4' }).catch(() => ({ done: false }))
    return page('render ' + ++counted.lacking + (outcome.done ? ' whole' : ' lacking'))
  }
  if (pathname === '/held') await globalThis.heldPage
  if (pathname === '/cold') {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return page('render ' + ++counted.cold)
  }
  if (pathname.startsWith('/varied')) return page(Array.from({ length: 3000 }, (_, at) => (at * at) % 977).join())
  const filling = '云幕 '.repeat(5000)
  return page('<script nonce="' + nonce + '">' + boot.now + '</script>' + origin + pathname + filling)
}
`
const script = 'export const words = 1\n'.repeat(100)

let t: TestApp
let webBuildDir: string
let lagMs = 0
beforeAll(async () => {
  const assets = { 'a.js': script, 'a.js.br': brotliCompressSync(script), 'b.js': script }
  webBuildDir = await createWebBuild(echoBuild, assets)
  t = await buildTestApp({}, { webBuildDir, lagMs: () => lagMs })
})

interface Asked {
  url: string
  gzip?: boolean
  host?: string
}

async function ask({ url, gzip = false, host = 'a.example' }: Asked) {
  const encoding = gzip ? { 'accept-encoding': 'gzip, br' } : {}
  const { statusCode, headers, rawPayload } = await t.app.inject({ url, headers: { host, ...encoding } })
  const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload).toString()
  const policy = String(headers['content-security-policy'])
  return { statusCode, headers, text, bytes: rawPayload.length, nonce: /'nonce-([^']+)'/.exec(policy)?.[1] ?? '' }
}

test('a page that fails before its first byte is answered as a failure, not as compressed text', async () => {
  const { statusCode, headers, text } = await ask({ url: '/broken', gzip: true })
  expect(statusCode).toBe(500)
  expect(headers['content-encoding']).toBeUndefined()
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(text).toContain('服务器开小差了')
})

test('[E07] the operator’s statistics script is in the policy of pages, not where orders are paid, nor for browsers that ask not to be followed', async () => {
  const policy = async (url: string, asked: Record<string, string> = {}): Promise<string> =>
    String((await t.app.inject({ url, headers: { host: 'a.example', ...asked } })).headers['content-security-policy'])
  expect(await policy('/rank')).not.toContain('count.example')
  await t.station.site.write({ stats_script: 'https://count.example/c.js?site=1' })
  const counted = await policy('/rank')
  expect(counted).toMatch(/script-src 'self' 'nonce-[^']+' https:\/\/count\.example\/c\.js;/)
  expect(counted).toMatch(/img-src 'self' data: blob: https:\/\/count\.example;/)
  expect(counted).toMatch(/connect-src 'self' https:\/\/count\.example;/)
  expect(counted.split('count.example')).toHaveLength(4)
  for (const url of ['/vip', '/VIP', '/vip/?lang=t', '/user', '/user/order', '/User/Order?no=1', '/console'])
    expect([url, await policy(url)]).toEqual([url, expect.not.stringContaining('count.example')])
  for (const asked of [{ dnt: '1' }, { 'sec-gpc': '1' }])
    expect(await policy('/rank', asked)).not.toContain('count.example')
  expect(await policy('/rank', { dnt: '0' })).toContain('count.example')
  await t.station.site.write({ stats_script: '' })
  expect(await policy('/rank')).not.toContain('count.example')
})

test('while overloaded, an uncached page is refused with a message, and a cached one is served', async () => {
  await ask({ url: '/kept' })
  lagMs = 1000
  try {
    const { statusCode, headers, text } = await ask({ url: '/not-kept' })
    expect(statusCode).toBe(503)
    expect(headers).toMatchObject({ 'retry-after': '2', 'content-type': 'text/html; charset=utf-8' })
    expect(text).toContain('访问的人太多')
    expect((await ask({ url: '/kept', gzip: true })).statusCode).toBe(200)
  } finally {
    lagMs = 0
  }
})

test('a page that a crawler requested first does not wait for other crawlers when a visitor requests it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.assign(globalThis, { heldPage: promise })
  const spider = { 'user-agent': 'Mozilla/5.0 (compatible; Baiduspider/2.0)' }
  const crawl = async (url: string, remoteAddress: string) =>
    (await t.app.inject({ url, headers: spider, remoteAddress })).statusCode
  const held = crawl('/held', '203.0.113.1')
  const crawled = crawl('/crawled', '203.0.113.2')
  const { statusCode } = await t.app.inject({ url: '/crawled', remoteAddress: '203.0.113.3' })
  expect([statusCode, await crawled]).toEqual([200, 200])
  resolve()
  expect(await held).toBe(200)
})

test('an uncached page is rendered once for concurrent requests', async () => {
  const asked = await Promise.all(Array.from({ length: 200 }, (_, at) => ask({ url: '/cold', gzip: at % 2 === 0 })))
  expect(new Set(asked.map(({ text }) => text))).toEqual(new Set(['render 1']))
})

test('signed-in users share a page too, separate from that of visitors', async () => {
  const asIf = async (cookie: string) => (await t.app.inject({ url: '/cold', headers: { cookie } })).body
  const inside = await asIf('in=1')
  expect(await asIf('in=1; other=2')).toBe(inside)
  expect(await asIf('')).not.toBe(inside)
})

test('an unknown parameter creates no other cached page', async () => {
  const page = await ask({ url: '/cold' })
  for (const url of ['/cold?x=1', '/cold?utm_source=a&x', '/cold?lang=x', '/cold?'])
    expect((await ask({ url })).text, url).toBe(page.text)
})

test('a redirect is rendered once for everybody, until what it was looked up in changes', async () => {
  const targetOf = async (url: string) => {
    const { statusCode, headers } = await ask({ url })
    return [statusCode, headers.location]
  }
  const first = await targetOf('/away-by-title')
  expect(first[0]).toBe(301)
  expect(await targetOf('/away-by-title')).toEqual(first)
  t.events.announce(categoriesChanged, {})
  expect(await targetOf('/away-by-title')).not.toEqual(first)
  expect(await targetOf('/away')).toEqual(await targetOf('/away'))
})

test('[B18] the mark of an unknown address is on its redirect, and creates no other cached page', async () => {
  const redirect = async () => (await ask({ url: '/unknown' })).headers
  expect(await redirect()).toMatchObject({ location: '/', 'set-cookie': 'unknown=1' })
  expect(await redirect()).toMatchObject({ location: '/', 'set-cookie': 'unknown=1' })
  const page = await ask({ url: '/cold' })
  const marked = await t.app.inject({ url: '/cold', headers: { host: 'a.example', cookie: 'unknown=1' } })
  expect(marked.payload).toBe(page.text)
})

test('a page that lacks a part, because a call failed, is served once and not cached', async () => {
  const text = async (): Promise<string> => (await ask({ url: '/lacking' })).text
  for (const err of [new Error('no part'), new RefusalError('Overloaded')]) {
    const failing = vi.spyOn(t.station.catalog.listing, 'choose').mockRejectedValueOnce(err)
    expect(await text()).toContain('lacking')
    failing.mockRestore()
    const whole = await text()
    expect(whole).toContain('whole')
    expect(await text()).toBe(whole)
    t.events.announce(categoriesChanged, {})
  }
})

test('a rendered page that says that it cannot be shown now has a retry delay', async () => {
  const { statusCode, headers } = await ask({ url: '/busy' })
  expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
  expect((await ask({ url: '/page' })).headers['retry-after']).toBeUndefined()
})

test('an invalid host is refused, not a failure', async () => {
  for (const host of ['a b', 'a%zz', '[::1', 'a.example:99999', 'a.example/x', 'a.example?', 'a@b.example']) {
    const { statusCode, text } = await ask({ url: '/host', host })
    expect(statusCode, host).toBe(400)
    expect(text).toContain(refusalMessage('MalformedRequest'))
  }
})

test('a page cached for one host is not served for another', async () => {
  expect((await ask({ url: '/host', host: 'a.example' })).text).toContain('http://a.example/host')
  expect((await ask({ url: '/host', host: 'b.example' })).text).toContain('http://b.example/host')
})

test('with a configured address of the site, another host creates no cached page', async () => {
  const own = await buildTestApp({ SITE_URL: 'https://films.example' }, { webBuildDir })
  const bodies = ['a.example', 'b.example'].map(
    async (host) => (await own.app.inject({ url: '/cold', headers: { host } })).body,
  )
  expect(new Set(await Promise.all(bodies)).size).toBe(1)
  const { body } = await own.app.inject({ url: '/page', headers: { host: 'a.example' } })
  expect(body).toContain('https://films.example/page')
})

test('a page is the same built and cached, compressed and not, each time with its own nonce and clock', async () => {
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  const seen = new Set<string>()
  for (const gzip of [true, true, false, true, false]) {
    const { headers, text, bytes, nonce } = await ask({ url: '/page', gzip })
    expect(headers['content-encoding']).toBe(gzip ? 'gzip' : undefined)
    expect(headers['vary']).toBe('cookie, accept-language, accept-encoding')
    expect(text.startsWith(`<script nonce="${nonce}">${nowSec}</script>http://a.example/page云幕 `)).toBe(true)
    expect(text).toHaveLength(5000 * 3 + text.indexOf('云幕'))
    if (gzip) expect(bytes).toBeLessThan(1000)
    seen.add(nonce)
  }
  expect(seen.size).toBe(5)
})

test('a page that is requested again after a while is sent smaller; one that was just rendered is not recompressed', async () => {
  const sizeOf = async (url: string): Promise<number> => (await ask({ url, gzip: true })).bytes
  const oldFirst = await sizeOf('/varied-old')
  t.clock.set(t.clock.nowMs() + 11_000)
  const youngFirst = await sizeOf('/varied-young')
  await sizeOf('/varied-young')
  await expect.poll(() => sizeOf('/varied-old')).toBeLessThan(oldFirst)
  expect(await sizeOf('/varied-young')).toBe(youngFirst)
})

test('[M04] the metrics say how much memory the cached pages take', async () => {
  const cachedBytes = async (): Promise<number> => {
    const { body } = await t.app.inject({ url: '/metrics' })
    return Number(/yunmu_cache_bytes\{kind="pages"\} (\d+)/.exec(body)?.[1])
  }
  await ask({ url: '/counted' })
  const before = await cachedBytes()
  const { bytes } = await ask({ url: '/varied-counted', gzip: true })
  expect((await cachedBytes()) - before).toBeGreaterThan(bytes)
})

test('an asset is sent as compressed at build time, if the browser accepts that', async () => {
  const packed = await t.app.inject({ url: '/assets/a.js', headers: { 'accept-encoding': 'gzip, deflate, br' } })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(packed.headers['content-type']).toContain('javascript')
  expect(packed.headers['cache-control']).toContain('immutable')
  for (const [url, encoding] of [
    ['/assets/a.js', 'gzip'],
    ['/assets/a.js', ''],
    ['/assets/b.js', 'br'],
  ]) {
    const plain = await t.app.inject({ url: url ?? '', headers: { 'accept-encoding': encoding } })
    expect(plain.headers['content-encoding'], `${url} ${encoding}`).toBeUndefined()
    expect(plain.headers['vary']).toContain('accept-encoding')
    expect(plain.body).toBe(script)
  }
})
