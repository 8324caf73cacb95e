import { replyCode } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { createWebBuild, onePage } from '../../testing/web-build.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp({}, { webBuildDir: await createWebBuild(onePage) })
})

const secret = 'c2VjcmV0LXNpZ25hdHVyZQ'

test.each([
  ['GET', '/v1/pub/nothing'],
  ['GET', '/v1'],
  ['GET', '/pub/user/play/token'],
  ['GET', '/common/hits'],
  ['GET', '/danmaku/x'],
  ['GET', '/realtime/x'],
  ['GET', '/assets/gone.js'],
  ['POST', '/v1/pub/index/data'],
  ['POST', '/nowhere'],
  ['DELETE', '/'],
  ['HEAD', '/v1/pub/nothing'],
] as const)(
  '%s %s is answered 404 in the envelope, never with a page and never repeating the address',
  async (method, path) => {
    const response = await t.app.inject({ method, url: `${path}?_si=${secret}&token=${secret}` })
    expect(response.statusCode).toBe(404)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.headers['x-content-type-options']).toBe('nosniff')
    if (method === 'HEAD') return
    expect(response.json()).toMatchObject({ code: replyCode.refused, data: { refusal: 'NoSuchAddress' } })
    expect(response.body).not.toContain(secret)
    expect(response.body).not.toContain(path)
  },
)

test('an address of a page is answered with a page', async () => {
  for (const url of ['/', '/v1x', '/mediathek', '/type/1'])
    expect((await t.app.inject({ url })).headers['content-type'], url).toContain('text/html')
})

test('a malformed address is refused without repeating it', async () => {
  const response = await t.app.inject({ url: `/v1/%zz?_si=${secret}` })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ data: { refusal: 'MalformedRequest' } })
  expect(response.body).not.toContain('zz')
})

test('requests for many unknown addresses are refused, known ones still work', async () => {
  const lost = () => t.app.inject({ url: '/v1/guess', remoteAddress: '203.0.113.5' })
  const statuses: number[] = []
  for (let at = 0; at < 61; at++) statuses.push((await lost()).statusCode)
  expect(statuses.slice(0, 60)).not.toContain(429)
  expect(statuses[60]).toBe(429)
  expect(Number((await lost()).headers['retry-after'])).toBeGreaterThan(0)
  const known = await t.app.inject({ url: '/v1/pub/index/data', remoteAddress: '203.0.113.5' })
  expect(known.statusCode).toBe(200)
})
