import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareEnv } from '../apps/server/src/testing/bare-env.ts'
import { readXml, textsNamed } from '../apps/server/src/testing/read-xml.ts'
import { launchBrowser, noMotion } from './browser.ts'
import { openTestStation } from './test-station.ts'
import { reload, visit } from './page-load.ts'

let station: Awaited<ReturnType<typeof openTestStation>>
let sitemap: string[]

beforeAll(async () => {
  station = await openTestStation({ withDemo: true })
  const index = await (await fetch(`${station.url}/sitemap.xml`)).text()
  const files = await Promise.all(
    textsNamed(readXml(index), 'loc').map(async (loc) => Buffer.from(await (await fetch(loc)).arrayBuffer())),
  )
  sitemap = files.flatMap((file) => textsNamed(readXml(gunzipSync(file).toString()), 'loc'))
})
afterAll(() => station.close())

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }
const unescapeHtml = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? '')

/** What a crawler without scripts takes from a page. */
interface CrawledPage {
  status: number
  html: string
  title: string
  headings: string[]
  /** Paths of this site. */
  links: string[]
  /** Paths that are marked as the current page or section. */
  current: string[]
  /** By name or property. */
  meta: Map<string, string>
  canonical: string | undefined
  /** Addresses by language. */
  languages: Record<string, string>
  described: { '@type': string; [field: string]: unknown }[]
}

const attribute = (tag: string, name: string): string | undefined => {
  const value = new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]
  return value === undefined ? undefined : unescapeHtml(value)
}

async function crawl(address: string, headers: Record<string, string> = {}): Promise<CrawledPage> {
  const response = await fetch(new URL(address, station.url), { headers, redirect: 'manual' })
  const html = await response.text()
  const tags = (name: string): string[] => html.match(new RegExp(`<${name}\\s[^>]*>`, 'g')) ?? []
  const links = tags('link')
  const alternates = links.filter((tag) => attribute(tag, 'hreflang') !== undefined)
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  return {
    status: response.status,
    html,
    title: unescapeHtml(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    headings: [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/gs)].map(([, text = '']) =>
      unescapeHtml(text.replace(/<[^>]*>/g, '')),
    ),
    links: tags('a').flatMap((tag) => attribute(tag, 'href') ?? []),
    current: tags('a')
      .filter((tag) => attribute(tag, 'aria-current') === 'page')
      .flatMap((tag) => attribute(tag, 'href') ?? []),
    meta: new Map(
      tags('meta').flatMap((tag) => {
        const name = attribute(tag, 'name') ?? attribute(tag, 'property')
        return name === undefined ? [] : [[name, attribute(tag, 'content') ?? '']]
      }),
    ),
    canonical: links.filter((tag) => attribute(tag, 'rel') === 'canonical').map((tag) => attribute(tag, 'href'))[0],
    languages: Object.fromEntries(
      alternates.map((tag) => [attribute(tag, 'hreflang') ?? '', attribute(tag, 'href') ?? '']),
    ),
    described: blocks.flatMap(([, text = '']) => JSON.parse(text)['@graph']),
  }
}

const typesOf = ({ described }: CrawledPage): string[] => described.map((one) => one['@type'])
const titleAddress = (pidId: number): string => sitemap.find((loc) => loc.includes(`/details/${pidId}/`)) ?? ''

/**
 * Of addresses with the same start, for example titles of one category, the first and every eighth after it; all with
 * `SITEMAP=all`.
 */
function sampleAddresses(locs: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return locs.filter((loc) => {
    const kind = new URL(loc).pathname.split('/').slice(1, 3).join('/')
    const at = seen.get(kind) ?? 0
    seen.set(kind, at + 1)
    return process.env.SITEMAP === 'all' || at % 8 === 0
  })
}

describe('without scripts', () => {
  test('[B19] missing and private pages are excluded from search engines', async () => {
    const missing = await crawl('/details/1/999999')
    expect([missing.status, missing.meta.get('robots'), missing.canonical]).toEqual([404, 'noindex', undefined])
    for (const path of ['/user/back', '/user/info']) {
      const page = await crawl(path, { cookie: 'in=1' })
      expect([page.status, page.meta.get('robots'), page.canonical], path).toEqual([200, 'noindex', undefined])
    }
  })

  test('pages that share the frame each mark their own section in it', async () => {
    const shelf = `/nav/${encodeURIComponent('电视剧')}`
    const currentOf = async (address: string): Promise<string[]> => {
      const { current } = await crawl(address)
      return [...new Set(current.map((path) => (path.startsWith(shelf) ? shelf : path)))].toSorted()
    }
    // Twice, in both scripts: the first page of a kind is rendered as a stream, which shares nothing.
    for (const lang of ['t', 's']) {
      const at = (address: string): Promise<string[]> => currentOf(`${address}?lang=${lang}`)
      expect(await at('/')).toEqual(['/'])
      // The bar of phones marks the library on both.
      expect(await at('/tabs/1')).toEqual([shelf, '/tabs/1'])
      expect(await at('/tabs/2')).toEqual([shelf, '/tabs/2'])
      expect(await at(new URL(titleAddress(1)).pathname)).toEqual(['/tabs/1'])
      expect(await at(new URL(titleAddress(2)).pathname)).toEqual(['/tabs/2'])
      expect(await at('/rank')).toEqual(['/rank'])
      expect(await at('/update')).toEqual(['/update'])
      expect(await at('/guide')).toEqual(['/guide'])
      expect(await at('/search')).toEqual([])
      const [, genre = ''] = (await crawl('/tabs/1')).links.filter((path) => path.startsWith(shelf))
      expect(await at(genre)).toEqual([shelf, '/tabs/1'])
      expect(await at('/')).toEqual(['/'])
    }
  })

  test('[B19] search results are followed but not indexed; the search page is indexed', async () => {
    const results = await crawl('/search?q=%E9%9B%BE%3C%2Fscript%3E')
    expect([results.status, results.meta.get('robots'), results.canonical]).toEqual([200, 'noindex, follow', undefined])
    expect(results.html).not.toContain('雾</script>')
    const search = await crawl('/search')
    expect([search.meta.has('robots'), search.canonical]).toEqual([false, `${station.url}/search`])
  })

  test('[B19] an address of the sitemap is answered, names itself, describes its content in both scripts, and links on', async () => {
    expect(sitemap.length).toBeGreaterThan(60)
    expect(new Set(sitemap).size).toBe(sitemap.length)
    const sampled = sampleAddresses(sitemap)
    const titles = new Set<string>()
    for (const loc of sampled) {
      const page = await crawl(loc)
      expect([page.status, page.canonical], loc).toEqual([200, loc])
      const traditional = new URL(loc)
      traditional.searchParams.set('lang', 't')
      expect(page.languages, loc).toEqual({ 'zh-Hans': loc, 'zh-Hant': traditional.href, 'x-default': loc })
      expect(page.headings, loc).toHaveLength(1)
      expect(page.headings[0]?.trim(), loc).not.toBe('')
      for (const name of ['description', 'keywords', 'og:title', 'og:type', 'og:url', 'twitter:card'])
        expect(page.meta.get(name), `${loc} ${name}`).toBeTruthy()
      expect(page.meta.has('robots'), loc).toBe(false)
      expect(page.meta.get('og:title'), loc).toBe(page.title)
      expect(page.links, loc).toContain('/')
      titles.add(page.title)
    }
    expect(titles.size).toBe(sampled.length)
  })

  test('[B19] pages contain the names of titles and links to them', async () => {
    const details = /^\/details\/\d+\/\d+$/
    for (const path of ['/', '/tabs/1', '/rank', '/update', sitemap.find((loc) => loc.includes('/nav/')) ?? '']) {
      const { links, html } = await crawl(path)
      const [first] = links.filter((link) => details.test(link))
      expect(first, path).toBeDefined()
      const { headings } = await crawl(first ?? '')
      expect(html, path).toContain(headings[0])
    }
  })

  test("[B19] structured data describes the site's search, a title, and the series of an episode", async () => {
    expect(typesOf(await crawl('/'))).toEqual(['WebSite'])
    expect(typesOf(await crawl('/tabs/1'))).toEqual(['BreadcrumbList'])
    expect(typesOf(await crawl(titleAddress(2)))).toEqual(['Movie', 'BreadcrumbList'])
    const series = await crawl(titleAddress(1))
    expect(typesOf(series)).toEqual(['TVSeries', 'BreadcrumbList'])
    expect(series.meta.get('og:type')).toBe('video.tv_show')
    const player = series.links.find((link) => link.startsWith('/player/vod/')) ?? ''
    const episode = await crawl(player)
    expect(typesOf(episode)).toEqual(['TVEpisode', 'BreadcrumbList'])
    expect(episode.described[0]).toMatchObject({ partOfSeries: { name: series.described[0]?.['name'] } })
    expect(episode.meta.get('og:type')).toBe('video.episode')
    expect(episode.canonical).toBe(station.url + player.replace(/\?.*/, ''))
  })

  test('[B19] additional parameters are not part of the canonical address', async () => {
    const loc = titleAddress(1)
    expect((await crawl(`${loc}?utm_source=x&line=1&lang=s`)).canonical).toBe(loc)
    const list = sitemap.find((one) => one.includes('/nav/')) ?? ''
    expect((await crawl(`${list}?page=2&from=x`)).canonical).toBe(`${list}?page=2`)
  })

  test('[A08] a page in traditional characters has its own address', async () => {
    const loc = `${titleAddress(1)}?lang=t`
    const page = await crawl(loc)
    expect([page.status, page.canonical]).toEqual([200, loc])
    expect(page.languages['zh-Hant']).toBe(loc)
    expect(page.html).toContain('<html lang="zh-Hant"')
    expect([page.meta.get('og:locale'), page.meta.get('og:url')]).toEqual(['zh_TW', loc])
    expect(page.title).toContain('在線觀看')
    expect(page.described[0]?.['url']).toBe(loc)
  })
})

describe('in a browser', () => {
  let browser: Browser
  let page: Page
  const problems: string[] = []
  beforeAll(async () => {
    browser = await launchBrowser()
    page = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, ...noMotion })).newPage()
    page.on('pageerror', (err) => problems.push(err.message))
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  })
  afterAll(() => browser.close())

  const valuesOf = async (selector: string, name: string) =>
    Promise.all((await page.locator(selector).all()).map((element) => element.getAttribute(name)))
  const head = async () => ({
    title: await page.title(),
    canonical: await valuesOf('link[rel=canonical]', 'href'),
    description: await valuesOf('meta[name=description]', 'content'),
    shared: await valuesOf('meta[property="og:title"]', 'content'),
  })

  test('[A08] title, description and address follow the script at once, and a reload keeps the choice', async () => {
    const loc = titleAddress(1)
    await visit(page, `${loc}?lang=t`)
    const [simplified, traditional] = [await crawl(loc), await crawl(`${loc}?lang=t`)]
    const expected = ({ title, canonical, meta }: CrawledPage) => ({
      title,
      canonical: [canonical],
      description: [meta.get('description')],
      shared: [meta.get('og:title')],
    })
    await expect.poll(head).toEqual(expected(traditional))
    const text = () => page.locator('script[type="application/ld+json"]').textContent()
    expect(JSON.parse((await text()) ?? '')['@graph']).toEqual(traditional.described)
    await page.getByRole('button', { name: '切換到簡體字' }).click()
    await expect.poll(head).toEqual(expected(simplified))
    expect(page.url()).toBe(loc)
    await reload(page)
    await expect.poll(head).toEqual(expected(simplified))
    expect(problems).toEqual([])
  })

  test("[B19] the operator's texts for a page apply at once, with and without scripts, in either script", async () => {
    const yunmu = (...args: string[]) =>
      promisify(execFile)(process.execPath, [join(import.meta.dirname, '../apps/server/src/cli/main.ts'), ...args], {
        env: { ...bareEnv(), ...station.commandEnv },
      })
    const loc = titleAddress(1)
    const name = (await crawl(loc)).headings[0] ?? ''
    await yunmu('seo', 'set', 'Details', '--title', '{name}的头发 {year} - {site}')
    await expect.poll(async () => (await crawl(loc)).title).toBe(`${name}的头发 2026 - 云幕`)
    await visit(page, loc)
    expect(await page.title()).toBe(`${name}的头发 2026 - 云幕`)
    await expect.poll(() => page.evaluate<string | null>("sessionStorage.getItem('seo')")).toContain('头发')
    await page.getByRole('button', { name: '切换到繁体字' }).click()
    await expect.poll(() => page.title()).toContain('的頭髮 2026 - 雲幕')
    await page.getByRole('button', { name: '切換到簡體字' }).click()
    await yunmu('seo', 'remove', 'Details')
    await expect.poll(async () => (await crawl(loc)).title).not.toContain('头发')
    expect(problems).toEqual([])
  })

  test('[B19] [A15] the head of the next page replaces the previous one, and the list is cached for the session', async () => {
    await visit(page, `${station.url}/`)
    expect((await head()).title).toBe('云幕 - 影视与直播')
    await expect.poll(() => page.evaluate<string | null>("sessionStorage.getItem('seo')")).toBe('[]')
    await page.locator('main a[href^="/details/"]').first().click()
    await page.waitForURL('**/details/**')
    const there = await crawl(page.url())
    await expect.poll(head).toEqual({
      title: there.title,
      canonical: [there.canonical],
      description: [there.meta.get('description')],
      shared: [there.title],
    })
    expect(problems).toEqual([])
  })
})
