import { pageUrl, parseUrl } from '@yunmu/urls'
import { unknownAddresses, legacyForms, ownForms } from '@yunmu/urls/address-forms'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestStation } from './in-process-station.ts'
import { openTestStation } from './test-station.ts'

let station: TestStation
const agent = new Agent({ keepAlive: true, maxSockets: 8 })
let visitors = 0

beforeAll(async () => {
  station = await openTestStation({ withDemo: true })
})
afterAll(async () => {
  agent.destroy()
  await station.close()
})

interface Reply {
  status: number | undefined
  location: string | undefined
  html: string
}

/** Requests exactly this address as a new visitor. */
async function ask(path: string, cookie = ''): Promise<Reply> {
  visitors++
  const { hostname, port } = new URL(station.url)
  const headers = {
    cookie,
    'x-forwarded-for': `198.18.${(visitors >> 8) & 255}.${visitors & 255}`,
    host: 'station.example',
  }
  const [response]: IncomingMessage[] = await once(get({ hostname, port, path, headers, agent }), 'response')
  if (!response) throw new Error('no response')
  return { status: response.statusCode, location: response.headers.location, html: await text(response) }
}

/** Encodes an address as a browser does. */
const encodeAddress = (address: string): string => address.replace(/[^\0-\x7f]+/g, encodeURIComponent)

const linksOf = (html: string): string[] =>
  [...html.matchAll(/\bhref="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

/** Addresses of one kind that the home page links to. */
const linksFromHome = async (kind: RegExp): Promise<string[]> =>
  linksOf((await ask('/')).html).filter((href) => kind.test(href))

/** Its heading, as text. */
const headingOf = (html: string): string =>
  (/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? '').replace(/<[^>]*>/g, '').trim()

test('[B01] the home page, and no other, is at the addresses of home', async () => {
  const { status, html } = await ask('/')
  expect([status, headingOf(html)]).toEqual([200, '云幕'])
  for (const address of ['/index.html', '/index.php/index.html'])
    expect(await ask(address), address).toMatchObject({ status: 301, location: '/' })
})

test('[B02] [B05] a title and its episode have their pages', async () => {
  const [title = ''] = await linksFromHome(/^\/details\//)
  const { status, html } = await ask(title)
  const name = headingOf(html)
  expect([status, name]).toEqual([200, expect.stringMatching(/./)])
  const [episode = ''] = linksOf(html).filter((href) => href.startsWith('/player/vod/'))
  expect(episode).toBe(`${title.replace('/details/', '/player/vod/')}/1`)
  const player = await ask(episode)
  expect(player.status).toBe(200)
  expect(headingOf(player.html)).toContain(name)
  expect(player.html).toContain('data-player')
})

test('[B04] the download page is at both addresses, with and without a kind', async () => {
  expect(await ask('/download.html')).toMatchObject({ status: 301, location: '/download' })
  for (const address of ['/download', '/download?type=android']) {
    const { status, html } = await ask(address)
    expect([status, headingOf(html)], address).toEqual([200, '下载客户端'])
  }
})

test('[B12] rankings, updates, lists, categories and the search have their pages', async () => {
  for (const [address, heading] of [
    ['/rank', '排行'],
    ['/update', '更新'],
    ['/tabs/1', '电视剧'],
    ['/search', '搜索'],
  ] as const) {
    const { status, html } = await ask(address)
    expect([status, headingOf(html)], address).toEqual([200, expect.stringContaining(heading)])
  }
  const list = await ask(encodeAddress('/nav/电影/0?order=最热'))
  expect([list.status, decodeURI(list.location ?? '')]).toEqual([
    301,
    '/nav/电影/全部地区/全部年份/全部/全部/全部/最热.html',
  ])
  const { status, html } = await ask(list.location ?? '')
  expect([status, headingOf(html)]).toEqual([200, '电影'])
})

test('[B18] any unknown address redirects home', async () => {
  const isOfNoTitle = (address: string): boolean =>
    !/^\/(?:details|player|nav|tabs|match\/competition|index\.php\/vod\/(?:detail|show))/.test(address)
  for (const address of [...unknownAddresses.filter(isOfNoTitle), '/%00', '/%zz', '/../etc/passwd', '//evil.example/'])
    expect(await ask(encodeAddress(address)), address).toMatchObject({ status: 302, location: '/' })
})

test('[B18] the user area without a token redirects home, and a search for a user does not', async () => {
  for (const address of ['/user', '/user/back', '/user/info', '/user/sub'])
    expect(await ask(address), address).toMatchObject({ status: 302, location: '/' })
  expect(await ask('/user', 'in=1')).toMatchObject({ status: 302, location: '/user/info' })
  expect((await ask('/user/back', 'in=1')).status).toBe(200)
  expect((await ask('/rank?q=user&match=1')).status).toBe(200)
})

test("[B16] a deleted title is answered with 404 in the site's layout, with other titles", async () => {
  for (const address of [
    '/details/1/99999',
    '/details/77/99999',
    '/player/vod/1/99999/1',
    '/details/0/99999',
    '/index.php/vod/detail/id/99999.html',
    '/index.php/vod/play/id/99999/sid/1/nid/1.html',
    '/voddetail/99999.html',
  ]) {
    const { status, html } = await ask(address)
    expect(status, address).toBe(404)
    expect(html, address).toContain('<header')
    const offered = linksOf(html).filter((href) => /^\/details\/\d+\/\d+$/.test(href))
    expect(new Set(offered).size, address).toBe(12)
    if (address.startsWith('/details/1/')) expect(offered.every((href) => href.startsWith('/details/1/'))).toBe(true)
  }
})

test('[B16] a deleted category is answered with 404', async () => {
  for (const address of ['/index.php/vod/show/id/999.html', '/index.php/vod/type/id/999.html', '/tabs/999'])
    expect((await ask(address)).status, address).toBe(404)
})

test("[B02] [B05] a title under another category's address redirects to its own", async () => {
  const [title = ''] = await linksFromHome(/^\/details\//)
  const [, , pidId, id] = title.split('/')
  expect(await ask(`/details/${pidId === '9' ? 8 : 9}/${id}?lang=t`)).toMatchObject({
    status: 301,
    location: `${title}?lang=t`,
  })
  expect(await ask(`/details/0/${id}`)).toMatchObject({ status: 301, location: title })
  expect(await ask(`/player/vod/9/${id}/1?t=5`)).toMatchObject({
    status: 301,
    location: `/player/vod/${pidId}/${id}/1?t=5`,
  })
})

test('[B01] [B14] [B16] [B17] an old or short address of an existing page leads to it with one redirect', async () => {
  const [title = ''] = await linksFromHome(/^\/details\/1\//)
  const id = title.split('/')[3] ?? ''
  const isThere = /^\/(?:$|details|player\/vod|nav|tabs|rank|update)/
  for (const [form, canonical] of [...ownForms, ...legacyForms]) {
    if (!isThere.test(canonical) || /%b4%f3/i.test(form)) continue
    const { status, location = '' } = await ask(encodeAddress(form.replaceAll('42', id)))
    expect(status, form).toBe(301)
    const target = await ask(location)
    expect([200, /42.*3/.test(canonical) ? target.status : 200], form).toContain(target.status)
  }
})

test('every link has the canonical address', async () => {
  const isPagePath = /^\/(?!\/|assets\/|media\/|manifest|favicon|docs\/|rss|sitemap|service-worker)/
  const [title = ''] = await linksFromHome(/^\/details\//)
  const [list = ''] = await linksFromHome(/^\/nav\//)
  const [episode = ''] = linksOf((await ask(title)).html).filter((href) => href.startsWith('/player/vod/'))
  for (const page of ['/', title, list, episode, '/tabs/1', '/rank', '/update', '/details/1/99999']) {
    const links = linksOf((await ask(page)).html).filter((href) => isPagePath.test(href))
    expect(links.length, page).toBeGreaterThan(10)
    for (const href of links) {
      const parsed = parseUrl(href)
      expect(parsed && pageUrl(parsed).split('?')[0], `${page} links to ${href}`).toBe(href.split('?')[0])
    }
  }
})

/** For each of eight parallel runs. `ADDRESSES` sets a larger total. */
const addressesPerRun = Number(process.env.ADDRESSES ?? 640) / 8

test('random and hostile addresses are answered with a page, a redirect or 404', async () => {
  const parts = [
    'details',
    'player',
    'vod',
    'live',
    'match',
    'nav',
    'tabs',
    'user',
    'index.php',
    'show',
    'type',
    'search',
    'wd',
    'id',
    '1',
    '0',
    '-1',
    '99999999999',
    '1-2-3',
    '电影',
    '全部',
    '最新.html',
    '.html',
    '..',
    '.',
    '%2e%2e',
    '%2f',
    '%5c',
    '\\',
    '%00',
    '%0d%0aset-cookie:a=b',
    '%',
    '%zz',
    '%E5',
    '%B4%F3',
    '//evil.example',
    "'--",
    '<script>',
    '${x}',
    '?s=vod/show',
    '?page=0',
    '?q=%00',
    '&',
    '=',
    ':',
    '@',
    '__proto__',
    'constructor',
    '_root.data',
    'x'.repeat(500),
  ]
  let seed = 20_261
  const next = (below: number): number => (seed = (seed * 16_807) % 2_147_483_647) % below
  const anyAddress = (): string => {
    const picked = Array.from({ length: next(10) }, () => parts[next(parts.length)] ?? '')
    return encodeAddress(`/${picked.join(['/', '/', '/', '-', ''][next(5)])}`)
  }
  const countByStatus = new Map<number | undefined, number>()
  const visitRandomAddresses = async (): Promise<void> => {
    for (let at = 0; at < addressesPerRun; at++) {
      const address = anyAddress()
      const { status, location, html } = await ask(address)
      countByStatus.set(status, (countByStatus.get(status) ?? 0) + 1)
      expect([200, 301, 302, 404], address).toContain(status)
      expect(html, address).not.toMatch(/\n\s+at .*\.(?:ts|js):\d+/)
      if (location !== undefined) expect(location, address).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
    }
  }
  await Promise.all(Array.from({ length: 8 }, visitRandomAddresses))
  expect(new Set(countByStatus.keys())).toEqual(new Set([200, 301, 302, 404]))
})
