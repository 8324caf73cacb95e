import { unknownAddresses, legacyForms, ownForms } from '@yunmu/urls/address-forms'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from './testing/test-app.ts'
import { aTitle } from './testing/titles.ts'

/** A web build that answers every address with the same page. */
const pageForAll = `
export const renderPage = async () => ({ status: 200, location: null, html: '<html>a page</html>' })
`
const gone = '999999'

let t: TestApp
let webBuildDir: string
/** A series of two sources; the second has the third episode alone. */
let series: string
let secondSource: number
let guest = 0

beforeAll(async () => {
  webBuildDir = await mkdtemp(join(tmpdir(), 'yunmu-web-'))
  await mkdir(join(webBuildDir, 'client/assets'), { recursive: true })
  await mkdir(join(webBuildDir, 'server'))
  await writeFile(join(webBuildDir, 'package.json'), '{"type":"module"}')
  await writeFile(join(webBuildDir, 'server/index.js'), pageForAll)
  t = await buildTestApp({}, { webBuildDir })
  const { writer, titles } = t.station.catalog
  const { id } = await writer.saveTitle(aTitle({ pidId: 1, typeId: 1 }), 1)
  const first = [1, 2, 3].map((level) => ({ source: '甲', sourcePosition: 1, level, name: `第${level}集` }))
  await writer.saveEpisodes(id, [...first, { source: '乙', sourcePosition: 2, level: 3, name: '第3集' }], 1)
  series = String(id)
  secondSource = (await titles.detail(id, 1))?.sources[1]?.id ?? 0
})
afterAll(() => rm(webBuildDir, { recursive: true, force: true }))

/** Each from an address of its own, so that no limit is met. */
async function ask(url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') {
  guest++
  const remoteAddress = `203.0.${guest >> 8}.${guest & 255}`
  const { statusCode, headers, body } = await t.app.inject({ method, url, remoteAddress })
  const location = headers.location === undefined ? undefined : String(headers.location)
  return { statusCode, location, headers, body }
}

/** Over the network, where no client puts an address in order first. */
async function askAsIs(path: string): Promise<IncomingMessage> {
  guest++
  const address = t.app.server.address()
  const headers = { 'x-forwarded-for': `203.0.${guest >> 8}.${guest & 255}` }
  const asked = get({ host: '127.0.0.1', port: typeof address === 'object' ? address?.port : undefined, path, headers })
  const [response]: IncomingMessage[] = await once(asked, 'response')
  if (!response) throw new Error('no response')
  response.resume()
  return response
}

/** As a browser sends it. */
const sent = (address: string): string => address.replace(/[^\0-\x7f]+/g, encodeURIComponent)

/** The canonical address as the catalogue completes it. */
const completed = (canonical: string): string =>
  canonical
    .replace(/^\/nav\/(?:2|dianying)\//, '/nav/电影/')
    .replace('/details/0/42', `/details/1/${series}`)
    .replace('/player/vod/0/42/3', `/player/vod/1/${series}/3`)
    .replace('/player/vod/0/42/1', `/player/vod/1/${series}/1`)
    .replace('sid=2', `line=${secondSource}`)

const readable = (location: string | undefined): string => decodeURI((location ?? '').replaceAll('+', ' '))

test.each(unknownAddresses)('[B18] %s is left to the pages, which lead home', async (address) => {
  expect(await ask(sent(address))).toMatchObject({ statusCode: 200, location: undefined })
})

test('[B16] a title that is gone is not led anywhere: its page says so', async () => {
  for (const address of [
    `/index.php/vod/detail/id/${gone}.html`,
    `/index.php/vod/play/id/${gone}/sid/1/nid/1.html`,
    `/voddetail/${gone}.html`,
    `/details/0/${gone}`,
    '/index.php/vod/show/id/999.html',
    '/index.php/vod/type/id/999.html',
    '/vodshow/nothing-----------.html',
  ])
    expect(await ask(address), address).toMatchObject({ statusCode: 200, location: undefined })
})

test('what is no question for a page is left alone', async () => {
  expect((await ask('/details-1-2.html', 'POST')).statusCode).toBe(404)
  expect((await ask('/v1/details-1-2.html')).statusCode).toBe(404)
  // What another site sends back is as long as it likes.
  expect((await ask(`/auth/nobody/callback?code=${'a'.repeat(5000)}`)).location).toBe('/#third=failed')
})

test('an address that is not even well formed leads home, or where it meant before', async () => {
  expect(await ask('/details/%zz')).toMatchObject({ statusCode: 302, location: '/' })
  expect(await ask('/%ff%fe?lang=t')).toMatchObject({ statusCode: 302, location: '/' })
  for (const address of ['/details/1/%0a', '/_root.data', '/details/1/2.data?x', '/%e2%80%a8', `/${'a'.repeat(5000)}`])
    expect(await ask(address), address).toMatchObject({ statusCode: 302, location: '/' })
  expect(await ask('/v1/%zz')).toMatchObject({ statusCode: 400, location: undefined })
  expect(await ask('/%zz', 'POST')).toMatchObject({ statusCode: 400, location: undefined })
})

test('no address breaks anything, leads to another host or writes a header', async () => {
  const bits = [
    '/',
    '//evil.example',
    '\\',
    '%5c',
    '%2f',
    '%0d%0aset-cookie:a=b',
    '%00',
    '..',
    '%2e',
    '%',
    '%E5',
    'index.php',
    'vod',
    'show',
    'id',
    '1',
    'nav',
    'details',
    '-',
    '.html',
    '?s=',
    '?',
    '&',
    '=',
    'wd',
    '电影',
    'x'.repeat(300),
  ]
  let seed = 7
  const next = (below: number): number => (seed = (seed * 16_807) % 2_147_483_647) % below
  const addresses = Array.from(
    { length: 500 },
    () => `/${Array.from({ length: next(12) }, () => bits[next(bits.length)]).join(next(2) ? '/' : '')}`,
  )
  addresses.push(`/${'a'.repeat(10_000)}`, `/index.php${'/vod'.repeat(2500)}`, `/nav/${'%E5'.repeat(3000)}`)
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  for (const address of addresses) {
    const { statusCode, headers } = await askAsIs(sent(address))
    expect([200, 301, 302, 404], address).toContain(statusCode)
    expect(headers['set-cookie'], address).toBeUndefined()
    if (headers.location !== undefined) expect(headers.location, address).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
  }
  for (const address of ['/_root.data#', '/rank.data#?x', '/details/1/2.data?x#'])
    expect(await askAsIs(address), address).toMatchObject({ statusCode: 302, headers: { location: '/' } })
})

test.each([...ownForms, ...legacyForms])(
  '[B01] [B09] [B11] [B14] [B16] [B17] %s leads to %s for good',
  async (form, canonical) => {
    const { statusCode, location, body } = await ask(sent(form.replaceAll('42', series)))
    const wanted = completed(canonical).replaceAll('/42', `/${series}`)
    // A path in GBK cannot be routed: it is put into UTF-8 in a step of its own.
    const last = /%b4%f3/i.test(form) ? (await ask(location ?? '')).location : location
    expect([statusCode, readable(last)]).toEqual([301, wanted])
    expect(body).not.toContain('a page')
  },
)

test('[B16] one step is enough: what an old address leads to is a page', async () => {
  for (const [form] of [...ownForms, ...legacyForms].filter(([one]) => !/%b4%f3/i.test(one))) {
    const { location = '' } = await ask(sent(form.replaceAll('42', series)))
    expect(await ask(location), form).toMatchObject({ statusCode: 200, location: undefined })
  }
})

test('[B16] an episode or a source that is not there leads to the page of its title', async () => {
  for (const place of ['sid/9/nid/1', 'sid/2/nid/1', 'sid/1/nid/99'])
    expect((await ask(`/index.php/vod/play/id/${series}/${place}.html`)).location).toBe(`/details/1/${series}`)
})

test('[B15] the number of a child category leads to its list', async () => {
  const [tv] = await t.station.catalog.categories.list()
  const child = tv?.children[0]
  expect(readable((await ask(`/index.php/vod/type/id/${child?.id}.html`)).location)).toContain(`/nav/${child?.name}/`)
})

test('[A08] the script that was asked for is asked for again', async () => {
  expect((await ask(`/details-1-${series}.html?lang=t`)).location).toBe(`/details/1/${series}?lang=t`)
  expect((await ask('/index.php/vod/search.html?wd=a&lang=s')).location).toBe('/search?q=a&lang=s')
  expect((await ask('/index.php/vod/search.html?wd=a&lang=x%0d%0a')).location).toBe('/search?q=a')
})

test('a canonical address is a page at once', async () => {
  for (const address of [
    '/',
    `/details/1/${series}`,
    '/tabs/2',
    '/rank',
    '/search?q=user',
    sent('/nav/电影/全部地区/全部年份/全部/全部/全部/最新.html'),
    '/user',
  ])
    expect(await ask(address), address).toMatchObject({ statusCode: 200, location: undefined })
})
