import { indexSeo } from '@yunmu/contract'
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { linesOf, sampleLeague } from '../matches/matches.fixture.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { readXml, textsNamed } from '../../testing/read-xml.ts'
import { aTitle } from '../../testing/titles.ts'
import { titlesChanged } from '../catalog/index.ts'
import { parseSetting } from '../site/index.ts'
import { unknownPlaceholders } from './seo-rules.ts'

const hostile = '“]]></title><script>alert(1)</script>” & <b> \'"\x07'

let t: TestApp
let ids: number[]
let hiddenId: number
beforeAll(async () => {
  t = await buildTestApp()
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  const save = async (title: Parameters<typeof aTitle>[0], at: number) =>
    (await t.station.catalog.writer.saveTitle(aTitle(title), nowSec - 1000 + at)).id
  ids = [
    await save({ name: '旧片' }, 0),
    await save({ name: hostile, intro: hostile, remarks: '更新至第3集', pidId: 1, typeId: 1, genres: ['悬疑'] }, 1),
    await save({ name: '头发里的干活', genres: ['剧情'] }, 2),
  ]
  hiddenId = await save({ name: '藏起来的', pidId: 8, typeId: 8 }, 3)
})

async function ask(url: string, headers: Record<string, string> = {}, app = t.app) {
  const {
    statusCode,
    headers: answered,
    rawPayload,
  } = await app.inject({
    url,
    headers: { host: 'a.example', ...headers },
  })
  const isPacked = url.includes('.gz') && statusCode === 200
  return { status: statusCode, headers: answered, text: (isPacked ? gunzipSync(rawPayload) : rawPayload).toString() }
}
const locs = (document: string): string[] => textsNamed(readXml(document), 'loc')

test('[B19] a missing sitemap or feed is 404, whatever its name', async () => {
  for (const url of [
    '/sitemaps/titles-0.xml.gz',
    '/sitemaps/titles-2.xml.gz',
    '/sitemaps/titles-999999.xml.gz',
    '/sitemaps/titles-9999999.xml.gz',
    '/sitemaps/titles-1.xml',
    '/sitemaps/..%2f..%2fetc%2fpasswd',
    '/rss/0.xml',
    '/rss/99.xml',
    '/rss/1e1.xml',
    '/rss/999999999999.xml',
  ])
    expect((await ask(url)).status, url).toBe(404)
})

test('[B19] an invalid host is refused', async () => {
  for (const url of ['/robots.txt', '/sitemap.xml', '/rss.xml'])
    expect((await ask(url, { host: 'a b<c>' })).status, url).toBe(400)
})

test("[B19] replies that contain the request's host are not cached by proxies", async () => {
  for (const url of ['/robots.txt', '/sitemap.xml', '/sitemaps/pages.xml.gz', '/rss.xml']) {
    const { headers, text } = await ask(url, { 'x-forwarded-host': 'b.example' })
    expect(text, url).toContain('b.example')
    expect(headers['cache-control'], url).toBe('private, max-age=600')
  }
})

test('[B19] the operator’s lines for robots.txt are added, and undo nothing that the station excludes', async () => {
  const before = (await ask('/robots.txt')).text
  const lines = [
    '# 不收录搜索',
    'disallow: /search',
    'User-agent: GPTBot',
    'User-Agent: Bytespider',
    'Disallow: /',
    'Crawl-delay: 9',
  ]
  await t.station.site.correct('operator', parseSetting('robots_text', lines.join('\n')) ?? {})
  const { text } = await ask('/robots.txt')
  const [all = '', bots = '', sitemap = ''] = text.split('\n\n')
  expect(all).toMatch(/^User-agent: \*\nDisallow: \/v1\/\n[^]*\nDisallow: \/search$/)
  // A crawler that has a group of its own reads no other one: what the station excludes is repeated.
  expect(bots).toMatch(
    /^User-agent: GPTBot\nUser-agent: Bytespider\n[^]*Disallow: \/user\n[^]*\nDisallow: \/\nCrawl-delay: 9$/,
  )
  expect(sitemap).toMatch(/^Sitemap: /)
  await t.station.site.correct('operator', { robots_text: '' })
  expect((await ask('/robots.txt')).text).toBe(before)
})

test('[B19] robots.txt names the sitemap at the requested origin, and excludes private pages', async () => {
  const { headers, text } = await ask('/robots.txt')
  expect(headers['content-type']).toContain('text/plain')
  const lines = text.split('\n')
  for (const line of [
    'User-agent: *',
    'Disallow: /user',
    'Disallow: /v1/',
    'Disallow: /media/',
    'Allow: /media/art/',
    'Allow: /media/cards/',
  ])
    expect(lines).toContain(line)
  expect(lines).toContain('Sitemap: http://a.example/sitemap.xml')
})

test('[B19] the sitemaps contain every visible title once, with its last change, and no other', async () => {
  const index = await ask('/sitemap.xml')
  expect(index.headers['content-type']).toContain('application/xml')
  const files = locs(index.text).map((loc) => new URL(loc).pathname)
  expect(files).toEqual(['/sitemaps/pages.xml.gz', '/sitemaps/people.xml.gz', '/sitemaps/titles-1.xml.gz'])
  const titles = await ask('/sitemaps/titles-1.xml.gz')
  expect(titles.headers['content-type']).toBe('application/gzip')
  const [one, two, three] = ids
  expect(locs(titles.text)).toEqual([
    `http://a.example/details/2/${one}`,
    `http://a.example/details/1/${two}`,
    `http://a.example/details/2/${three}`,
  ])
  expect(titles.text).not.toContain(`/${hiddenId}<`)
  const [lastmod = ''] = textsNamed(readXml(titles.text), 'lastmod')
  expect(Date.parse(lastmod)).toBe((Math.floor(t.clock.nowMs() / 1000) - 1000) * 1000)
})

test('[B19] the sitemap of pages contains home, the categories, and their genres that have titles', async () => {
  const paths = locs((await ask('/sitemaps/pages.xml.gz')).text).map((loc) => decodeURIComponent(new URL(loc).pathname))
  expect(paths).toContain('/')
  expect(paths).toContain('/tabs/1')
  expect(paths).toContain('/nav/电视剧/全部地区/全部年份/悬疑/全部/全部/最新.html')
  expect(paths).not.toContain('/nav/电视剧/全部地区/全部年份/剧情/全部/全部/最新.html')
  expect(paths.join()).not.toContain('成人')
})

test('[B19] a conditional request for a sitemap is answered with 304, by tag or date', async () => {
  const url = '/sitemaps/titles-1.xml.gz'
  const { headers } = await ask(url)
  const [etag, modified] = [String(headers['etag']), String(headers['last-modified'])]
  expect((await ask(url, { 'if-none-match': '"other"', 'if-modified-since': modified })).status).toBe(200)
  expect((await ask(url, { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status).toBe(200)
  for (const condition of [{ 'if-none-match': `W/"x", ${etag}` }, { 'if-modified-since': modified }]) {
    const { status, text } = await ask(url, condition)
    expect([status, text]).toEqual([304, ''])
  }
})

test('[B19] invented hosts cause no rebuild, and are finally refused, others are not', async () => {
  const url = '/sitemaps/titles-1.xml.gz'
  const from = async (remoteAddress: string, host: string) => t.app.inject({ url, remoteAddress, headers: { host } })
  const dateOf = async (host: string) => (await ask(url, { host })).headers['last-modified']
  const date = await dateOf('first.example')
  t.clock.set(t.clock.nowMs() + 5000)
  expect(await dateOf('second.example')).toBe(date)
  for (let at = 0; at < 60; at++) {
    const { statusCode, rawPayload } = await from('203.0.113.9', `h${at}.example`)
    expect([statusCode, new URL(locs(gunzipSync(rawPayload).toString())[0] ?? '').host]).toEqual([
      200,
      `h${at}.example`,
    ])
  }
  expect((await from('203.0.113.9', 'one-more.example')).statusCode).toBe(429)
  expect((await from('203.0.113.9', 'h59.example')).statusCode).toBe(200)
  expect((await from('203.0.113.10', 'one-more.example')).statusCode).toBe(200)
})

test('[B19] the same file at another host has another tag', async () => {
  for (const url of ['/sitemap.xml', '/sitemaps/pages.xml.gz', '/rss.xml']) {
    const tag = async (host: string) => (await ask(url, { host })).headers['etag']
    expect(await tag('first.example'), url).not.toBe(await tag('second.example'))
  }
})

test('[B19] [H01] with matches there is a sitemap of competitions, teams and recent matches, and none while they are hidden', async () => {
  const own = await buildTestApp()
  const file = '/sitemaps/matches.xml.gz'
  const listed = async () => locs((await ask('/sitemap.xml', {}, own.app)).text).includes(`http://a.example${file}`)
  expect([await listed(), (await own.app.inject({ url: file })).statusCode]).toEqual([false, 404])
  const nowSec = Math.floor(own.clock.nowMs() / 1000)
  await own.station.matches.feed.take('test', linesOf(sampleLeague(nowSec)))
  own.clock.set(own.clock.nowMs() + 61_000)
  expect(await listed()).toBe(true)
  const paths = locs((await ask(file, {}, own.app)).text).map((loc) => new URL(loc).pathname)
  expect(paths[0]).toBe('/match/single')
  const count = (start: string): number => paths.filter((path) => path.startsWith(start)).length
  expect([count('/match/competition/'), count('/match/team/'), count('/match/play/')]).toEqual([1, 4, 3])
  await own.station.site.write({ live_live: false })
  own.clock.set(own.clock.nowMs() + 61_000)
  expect([await listed(), (await own.app.inject({ url: file })).statusCode]).toEqual([false, 404])
})

test('[B19] a feed is RSS 2.0 with its own address, newest first, and every title as it is', async () => {
  const { headers, text } = await ask('/rss.xml')
  expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8')
  const rss = readXml(text)
  expect([rss.name, rss.attributes['version']]).toEqual(['rss', '2.0'])
  const channel = rss.children[0]
  const self = channel?.children.find(({ name }) => name === 'atom:link')
  expect(self?.attributes).toMatchObject({ rel: 'self', href: 'http://a.example/rss.xml' })
  const items = channel?.children.filter(({ name }) => name === 'item') ?? []
  expect(items.flatMap((item) => textsNamed(item, 'title'))).toEqual([
    '头发里的干活',
    `${hostile.replace('\x07', '\ufffd')} 更新至第3集`,
    '旧片',
  ])
  for (const item of items) expect(Date.parse(textsNamed(item, 'pubDate')[0] ?? '')).toBeGreaterThan(0)
  expect(new Set(items.flatMap((item) => textsNamed(item, 'guid'))).size).toBe(3)
})

test('[B19] a feed of a category has only its titles, and one in traditional script links to traditional pages', async () => {
  const ofSeries = readXml((await ask('/rss/1.xml')).text)
  expect(textsNamed(ofSeries, 'link')).toEqual([`http://a.example/tabs/1`, `http://a.example/details/1/${ids[1]}`])
  const traditional = readXml((await ask('/rss/2.xml?lang=t')).text)
  expect(textsNamed(traditional, 'title').slice(1)).toEqual(['頭髮裡的幹活', '舊片'])
  expect(textsNamed(traditional, 'link')).toContain(`http://a.example/details/2/${ids[0]}?lang=t`)
})

test('[B19] a changed title is in the sitemap and the feed a minute later at most', async () => {
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  const { id } = await t.station.catalog.writer.saveTitle(aTitle({ name: '新来的' }), nowSec)
  t.events.announce(titlesChanged, { ids: [id] })
  t.clock.set(t.clock.nowMs() + 60_000)
  expect((await ask('/sitemaps/titles-1.xml.gz')).text).toContain(`/details/2/${id}<`)
  expect((await ask('/rss.xml')).text).toContain('<title>新来的</title>')
})

test('[B19] a station with a configured address names it, whatever host is requested', async () => {
  const own = await buildTestApp({ SITE_URL: 'https://films.example' })
  for (const url of ['/robots.txt', '/sitemap.xml', '/rss.xml']) {
    const { text } = await ask(url, {}, own.app)
    expect(text, url).toContain('https://films.example/')
    expect(text, url).not.toContain('a.example/')
  }
})

test('[B19] an unknown placeholder is named', () => {
  expect(unknownPlaceholders('{name} {nmae} {} {{site}} } {q')).toEqual(['{nmae}', '{}'])
})

test('[B19] the operator’s texts for pages are listed at once, in page order, until removed', async () => {
  const { entries } = t.station.seo
  const list = async () => (await t.make(indexSeo, {})).data
  expect(await list()).toEqual({ list: [] })
  await entries.set('Search', { seo_title: '头发 {q} - {site}' })
  await entries.set('Index', { seo_keywords: '影视' })
  await entries.set('Search', { seo_description: '找片' })
  const index = { page: 'Index', seo_title: '', seo_keywords: '影视', seo_description: '' }
  const search = { page: 'Search', seo_title: '头发 {q} - {site}', seo_keywords: '', seo_description: '找片' }
  expect(await list()).toEqual({ list: [index, search] })
  expect((await t.make(indexSeo, {}, { lang: 't' })).data).toMatchObject({
    list: [{ seo_keywords: '影視' }, { seo_title: '頭髮 {q} - {site}' }],
  })
  expect(await entries.remove('Search')).toBe(true)
  expect(await entries.remove('Search')).toBe(false)
  expect(await list()).toEqual({ list: [index] })
})
