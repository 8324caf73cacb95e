import { homeReasonSetCookie } from '@yunmu/contract/constants'
import { unknownAddresses, legacyForms, ownForms, type AddressForm } from '@yunmu/urls/address-forms'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from './testing/test-app.ts'
import { aTitle } from './testing/titles.ts'
import { createWebBuild, onePage } from './testing/web-build.ts'

const gone = '999999'

let t: TestApp
/** A series with two sources; only the second has the third episode. */
let series: string
let secondSource: number
let guest = 0

beforeAll(async () => {
  t = await buildTestApp({}, { webBuildDir: await createWebBuild(onePage) })
  const { writer, titles } = t.station.catalog
  const { id } = await writer.saveTitle(aTitle({ pidId: 1, typeId: 1 }), 1)
  const first = [1, 2, 3].map((level) => ({ source: '甲', sourcePosition: 1, level, name: `第${level}集` }))
  await writer.saveEpisodes(id, [...first, { source: '乙', sourcePosition: 2, level: 3, name: '第3集' }], 1)
  series = String(id)
  secondSource = (await titles.detail(id, 1))?.sources[1]?.id ?? 0
})

/** Each request has its own client address, so that no rate limit applies. */
async function ask(url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') {
  guest++
  const remoteAddress = `203.0.${guest >> 8}.${guest & 255}`
  const { statusCode, headers, body } = await t.app.inject({ method, url, remoteAddress })
  const location = headers.location === undefined ? undefined : String(headers.location)
  return { statusCode, location, headers, body }
}

/** Over a socket, because HTTP clients normalise addresses. */
async function requestRaw(path: string): Promise<IncomingMessage> {
  guest++
  const address = t.app.server.address()
  const headers = { 'x-forwarded-for': `203.0.${guest >> 8}.${guest & 255}` }
  const asked = get({ host: '127.0.0.1', port: typeof address === 'object' ? address?.port : undefined, path, headers })
  const [response]: IncomingMessage[] = await once(asked, 'response')
  if (!response) throw new Error('no response')
  response.resume()
  return response
}

/** Percent-encoded as by a browser. */
const sent = (address: string): string => address.replace(/[^\0-\x7f]+/g, encodeURIComponent)

/** The canonical address as completed from the catalog. */
const completed = (canonical: string): string =>
  canonical
    .replace(/^\/nav\/(?:2|dianying)\//, '/nav/电影/')
    .replace('/details/0/42', `/details/1/${series}`)
    .replace('/player/vod/0/42/3', `/player/vod/1/${series}/3`)
    .replace('/player/vod/0/42/1', `/player/vod/1/${series}/1`)
    .replace('sid=2', `line=${secondSource}`)

const readable = (location: string | undefined): string => decodeURI((location ?? '').replaceAll('+', ' '))

test.each(unknownAddresses)('[B18] %s is left to the pages, which redirect home', async (address) => {
  expect(await ask(sent(address))).toMatchObject({ statusCode: 200, location: undefined })
})

test('[B16] a deleted title is not redirected: its page reports it', async () => {
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

test('other requests are not redirected', async () => {
  expect((await ask('/details-1-2.html', 'POST')).statusCode).toBe(404)
  expect((await ask('/v1/details-1-2.html')).statusCode).toBe(404)
  // Callbacks of other sites may have any length.
  expect((await ask(`/auth/nobody/callback?code=${'a'.repeat(5000)}`)).location).toBe('/#third=failed')
})

test('a malformed address redirects home, or to what it meant', async () => {
  expect(await ask('/details/%zz')).toMatchObject({ statusCode: 302, location: '/' })
  expect(await ask('/%ff%fe?lang=t')).toMatchObject({ statusCode: 302, location: '/' })
  for (const address of ['/details/1/%0a', '/_root.data', '/details/1/2.data?x', '/%e2%80%a8', `/${'a'.repeat(5000)}`])
    expect(await ask(address), address).toMatchObject({ statusCode: 302, location: '/' })
  expect(await ask('/v1/%zz')).toMatchObject({ statusCode: 400, location: undefined })
  expect(await ask('/%zz', 'POST')).toMatchObject({ statusCode: 400, location: undefined })
})

test('no address causes a failure, leads to another host or writes a header', async () => {
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
    const { statusCode, headers } = await requestRaw(sent(address))
    expect([200, 301, 302, 404], address).toContain(statusCode)
    // Only what redirects home from an address that is none is marked.
    const isMarked = statusCode === 302 && headers.location === '/'
    expect(headers['set-cookie'], address).toEqual(isMarked ? [homeReasonSetCookie('unknownAddress')] : undefined)
    if (headers.location !== undefined) expect(headers.location, address).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
  }
  for (const address of ['/_root.data#', '/rank.data#?x', '/details/1/2.data?x#'])
    expect(await requestRaw(address), address).toMatchObject({ statusCode: 302, headers: { location: '/' } })
})

/** Where an address redirects to, and with which status. */
async function redirectOf(form: string): Promise<{ status: number; to: string }> {
  const { statusCode, location, body } = await ask(sent(form.replaceAll('42', series)))
  expect(body).not.toContain('a page')
  // The router cannot decode GBK: such a path is first redirected to UTF-8.
  const last = /%b4%f3/i.test(form) ? (await ask(location ?? '')).location : location
  return { status: statusCode, to: readable(last) }
}
const permanentlyTo = (canonical: string) => ({ status: 301, to: completed(canonical).replaceAll('/42', `/${series}`) })

const isShort = ([form]: AddressForm): boolean => /^\/(?:details|tabs)-/.test(form)
const isPlayerForm = ([form]: AddressForm): boolean => /^\/player\/(?:vod|live|match)\/[^/]+$/.test(form)
const isHome = ([form]: AddressForm): boolean => form.startsWith('/index')
const isOther = (form: AddressForm): boolean => ![isHome, isPlayerForm, isShort].some((is) => is(form))

test.each(ownForms.filter(isHome))('[B01] %s redirects permanently to %s', async (form, canonical) =>
  expect(await redirectOf(form)).toEqual(permanentlyTo(canonical)),
)
test.each(ownForms.filter(isPlayerForm))('[B10] [B11] [B17] %s redirects permanently to %s', async (form, canonical) =>
  expect(await redirectOf(form)).toEqual(permanentlyTo(canonical)),
)
test.each(ownForms.filter(isShort))('[B14] %s redirects permanently to %s', async (form, canonical) =>
  expect(await redirectOf(form)).toEqual(permanentlyTo(canonical)),
)
test.each(ownForms.filter(isOther))('%s redirects permanently to %s', async (form, canonical) =>
  expect(await redirectOf(form)).toEqual(permanentlyTo(canonical)),
)
test.each(legacyForms)('[B16] %s redirects permanently to %s', async (form, canonical) =>
  expect(await redirectOf(form)).toEqual(permanentlyTo(canonical)),
)

test('[B16] one redirect is enough: the target of an old address is a page', async () => {
  for (const [form] of [...ownForms, ...legacyForms].filter(([one]) => !/%b4%f3/i.test(one))) {
    const { location = '' } = await ask(sent(form.replaceAll('42', series)))
    expect(await ask(location), form).toMatchObject({ statusCode: 200, location: undefined })
  }
})

test('[B16] a missing episode or source redirects to the page of its title', async () => {
  for (const place of ['sid/9/nid/1', 'sid/2/nid/1', 'sid/1/nid/99'])
    expect((await ask(`/index.php/vod/play/id/${series}/${place}.html`)).location).toBe(`/details/1/${series}`)
})

test('[B15] the number of a child category redirects to its list', async () => {
  const [tv] = await t.station.catalog.categories.list()
  const child = tv?.children[0]
  expect(readable((await ask(`/index.php/vod/type/id/${child?.id}.html`)).location)).toContain(`/nav/${child?.name}/`)
})

test('[A08] the requested script is kept in redirects', async () => {
  expect((await ask(`/details-1-${series}.html?lang=t`)).location).toBe(`/details/1/${series}?lang=t`)
  expect((await ask('/index.php/vod/search.html?wd=a&lang=s')).location).toBe('/search?q=a&lang=s')
  expect((await ask('/index.php/vod/search.html?wd=a&lang=x%0d%0a')).location).toBe('/search?q=a')
})

test('a canonical address is answered with its page at once', async () => {
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

test('every address of a title that became part of another redirects to that, with the episode and the script', async () => {
  const { id } = await t.station.catalog.writer.saveTitle(aTitle({ pidId: 2, typeId: 2 }), 1)
  await t.station.catalog.corrections.titles.merge('mei', id, Number(series))
  await t.platform.changes.settled()
  const answers = []
  for (const address of [
    `/details/2/${id}`,
    `/details/2/${id}?lang=t`,
    `/player/vod/2/${id}/3?line=7`,
    `/player/vod/2/${id}/9`,
  ]) {
    const { statusCode, location } = await ask(address)
    answers.push([statusCode, location])
  }
  expect(answers).toEqual([
    [301, `/details/1/${series}`],
    [301, `/details/1/${series}?lang=t`],
    [301, `/player/vod/1/${series}/3`],
    [301, `/details/1/${series}`],
  ])
})
