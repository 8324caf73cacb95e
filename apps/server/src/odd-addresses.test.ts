import { request } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from './testing/test-app.ts'
import { createWebBuild } from './testing/web-build.ts'

/** A web build that answers every page with the address it was rendered for. */
const echoPage = `export const renderPage = async (address) => ({ status: 200, location: null, cookie: null, html: [{ text: address, isShared: false }] })`

let port: number
let t: TestApp
beforeAll(async () => {
  t = await buildTestApp({}, { webBuildDir: await createWebBuild(echoPage) })
  port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port)
})

/** Requests over a socket: `inject` and `fetch` would normalise the path first. */
const ask = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(parts).toString() }))
      response.on('error', reject)
    })
      .on('error', reject)
      .end()
  })

test.each([
  '/assets/../..',
  '/assets/../../server/index.js',
  '/assets/..%2f..%2fserver%2findex.js',
  '/assets/%2e%2e/%2e%2e/server/index.js',
  '/assets/%2e%2e%2f%2e%2e%2fserver%2findex.js',
  '/assets/..%5c..%5cserver%5cindex.js',
  '/assets/\\..\\..',
  '/assets/%252e%252e/',
  '/assets/%00',
  '/assets/a%00.js',
  '/assets/',
  '/assets/.',
  '/assets//',
  '/assets//etc/passwd',
  `/assets/${'a'.repeat(5000)}`,
])('[E07] %s is no file of the web build, which is a 404 in the envelope', async (path) => {
  const { status, body } = await ask(path)
  expect(status).toBe(404)
  expect(JSON.parse(body)).toMatchObject({ data: { refusal: 'NoSuchAddress' } })
})

const origin = (scheme: string): string => `${scheme}://site.example`

test.each([
  ['https', 'https'],
  ['HTTPS', 'https'],
  ['http, https', 'https'],
  ['http', 'http'],
  ['', 'http'],
  ['a b', 'http'],
  ['http:', 'http'],
  ['"', 'http'],
  ['file', 'http'],
  ['javascript', 'http'],
  ['javascript://%0aalert(1)//', 'http'],
  ['https://elsewhere.example', 'http'],
  ['x'.repeat(3000), 'http'],
])(
  '[E07] X-Forwarded-Proto "%s" counts as %s: no other scheme is echoed or causes a failure',
  async (proto, scheme) => {
    const headers = { host: 'site.example', 'x-forwarded-proto': proto }
    const page = await ask('/type/1', headers)
    expect(page).toEqual({ status: 200, body: `${origin(scheme)}/type/1` })
    const robots = await ask('/robots.txt', headers)
    expect(robots.body).toContain(`Sitemap: ${origin(scheme)}/`)
    const sitemap = await ask('/sitemap.xml', headers)
    expect(sitemap.body).toContain(`<loc>${origin(scheme)}/`)
  },
)

test('[C01] a search that is too long to be read is answered with a page that says so and leads to the search', async () => {
  const { status, body } = await ask(`/search?q=${encodeURIComponent('雾'.repeat(5000))}`)
  expect(status).toBe(431)
  expect(body).toContain('如果是在搜索，请把词缩短')
  expect(body).toContain('<a href="/search">重新搜索</a>')
})
