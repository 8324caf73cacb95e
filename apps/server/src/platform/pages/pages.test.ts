import { refusalMessage } from '@yunmu/contract'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'

/** A web build whose pages report their request, and fail on demand. */
const echoBuild = `
let renders = 0
const page = (html) => ({ status: 200, location: null, html })
export async function renderPage(address, { nonce, boot, origin }) {
  const { pathname } = new URL(address)
  if (pathname === '/broken') throw new Error('lost')
  if (pathname === '/away') return { status: 302, location: '/page', html: '' }
  if (pathname === '/cold') {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return page('render ' + ++renders)
  }
  const filling = '云幕 '.repeat(5000)
  return page('<script nonce="' + nonce + '">' + boot.now + '</script>' + origin + pathname + filling)
}
`
const script = 'export const words = 1\n'.repeat(100)

let t: TestApp
let webBuildDir: string
let lagMs = 0
beforeAll(async () => {
  webBuildDir = await mkdtemp(join(tmpdir(), 'yunmu-web-'))
  const assets = join(webBuildDir, 'client/assets')
  await mkdir(assets, { recursive: true })
  await mkdir(join(webBuildDir, 'server'))
  await writeFile(join(webBuildDir, 'package.json'), '{"type":"module"}')
  await writeFile(join(webBuildDir, 'server/index.js'), echoBuild)
  await writeFile(join(assets, 'a.js'), script)
  await writeFile(join(assets, 'a.js.br'), brotliCompressSync(script))
  await writeFile(join(assets, 'b.js'), script)
  t = await buildTestApp({}, { webBuildDir, lagMs: () => lagMs })
})
afterAll(() => rm(webBuildDir, { recursive: true, force: true }))

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

test('[K01] a page that fails before its first byte is answered as a failure, not as compressed text', async () => {
  const { statusCode, headers, text } = await ask({ url: '/broken', gzip: true })
  expect(statusCode).toBe(500)
  expect(headers['content-encoding']).toBeUndefined()
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(text).toContain('服务器开小差了')
})

test('[K01] while overloaded, an uncached page is refused with a message, and a cached one is served', async () => {
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

test('[K01] an uncached page is rendered once for concurrent requests', async () => {
  const asked = await Promise.all(Array.from({ length: 200 }, (_, at) => ask({ url: '/cold', gzip: at % 2 === 0 })))
  expect(new Set(asked.map(({ text }) => text))).toEqual(new Set(['render 1']))
})

test('[K01] signed-in users share a page too, separate from that of visitors', async () => {
  const asIf = async (cookie: string) => (await t.app.inject({ url: '/cold', headers: { cookie } })).body
  const inside = await asIf('in=1')
  expect(await asIf('in=1; other=2')).toBe(inside)
  expect(await asIf('')).not.toBe(inside)
})

test('[K01] an unknown parameter creates no other cached page', async () => {
  const page = await ask({ url: '/cold' })
  for (const url of ['/cold?x=1', '/cold?utm_source=a&x', '/cold?lang=x', '/cold?'])
    expect((await ask({ url })).text, url).toBe(page.text)
})

test('[K01] a page that redirects is cached for everybody', async () => {
  const asked = await Promise.all([1, 2, 3].map(() => ask({ url: '/away' })))
  for (const { statusCode, headers } of asked) expect([statusCode, headers.location]).toEqual([302, '/page'])
})

test('[K01] an invalid host is refused, not a failure', async () => {
  for (const host of ['a b', 'a%zz', '[::1', 'a.example:99999', 'a.example/x', 'a.example?', 'a@b.example']) {
    const { statusCode, text } = await ask({ url: '/host', host })
    expect(statusCode, host).toBe(400)
    expect(text).toContain(refusalMessage('MalformedRequest'))
  }
})

test('[K01] a page cached for one host is not served for another', async () => {
  expect((await ask({ url: '/host', host: 'a.example' })).text).toContain('http://a.example/host')
  expect((await ask({ url: '/host', host: 'b.example' })).text).toContain('http://b.example/host')
})

test('[K01] with a configured address of the site, another host creates no cached page', async () => {
  const own = await buildTestApp({ SITE_URL: 'https://films.example' }, { webBuildDir })
  const bodies = ['a.example', 'b.example'].map(
    async (host) => (await own.app.inject({ url: '/cold', headers: { host } })).body,
  )
  expect(new Set(await Promise.all(bodies)).size).toBe(1)
  const { body } = await own.app.inject({ url: '/page', headers: { host: 'a.example' } })
  expect(body).toContain('https://films.example/page')
})

test('[K01] a page is the same built and cached, compressed and not, each time with its own nonce and clock', async () => {
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

test('[K01] an asset is sent as compressed at build time, if the browser accepts that', async () => {
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
