import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTitle } from '../apps/server/src/testing/titles.ts'
import { launchBrowser, autoplayArgs, noServiceWorker } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { addChannels } from './test-channels.ts'
import { addMatches, type TestMatches } from './test-matches.ts'
import { addFilm } from './test-films.ts'
import { openProxy, writeHeadOf } from './proxy.ts'
import { openTestStation } from './test-station.ts'
import { findLayoutShifts, visitPage, recordLayoutShifts, type VisitOptions } from './page-visit.ts'
import { visit } from './page-load.ts'

const filmSec = 20
const filmName = '北屿灯塔'
const picture = 'data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAUAmJaQAA3AA/vz0AAA='

let station: TestStation
let browser: Browser
let filmId: number
/** A title of the demonstration programme with many episodes, none of which has media. */
let series: { id: number; name: string }
let matches: TestMatches
/** The director of a title. */
let person = ''

async function fillStation(): Promise<void> {
  const { catalog, site } = station.station
  const nowSec = Math.floor(Date.now() / 1000)
  const { id } = await catalog.writer.saveTitle(aTitle({ name: filmName, typeId: 21 }), nowSec)
  const assetId = await addFilm(station, { name: 'film.mp4', sec: filmSec })
  const episode = { source: '云幕一线', level: 1, name: '正片', state: 'ready' as const, durationMs: filmSec * 1000 }
  await catalog.writer.saveEpisodes(id, [{ ...episode, assetId }], nowSec)
  filmId = id
  const [channel] = await addChannels(station)
  matches = await addMatches(station, channel?.id ?? 0)
  station.notifyTitlesChanged([id])
  await site.write({ apk_uri: '/app.apk', apk_version: '2.1.0', apk_size: 25_165_824, apk_notes: '修正播放' })
  const fetchText = async (path: string): Promise<string> => (await fetch(station.url + path)).text()
  const first = /\/details\/1\/(\d+)/.exec(await fetchText('/tabs/1'))?.[1]
  const name = /<h1[^>]*>([^<]+)/.exec(await fetchText(`/details/1/${first}`))?.[1]
  series = { id: Number(first), name: name ?? '' }
  const { rows } = await station.platform.pool.query<{ name: string }>(
    'select directors[1] as name from title where id = $1',
    [series.id],
  )
  person = rows[0]?.name ?? ''
}

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation({ withDemo: true }), launchBrowser(autoplayArgs)])
  await fillStation()
})
afterAll(async () => {
  await browser.close()
  await station.close()
})

/** Both widths, skins and scripts. Each variant is also checked in the other skin and at a second width. */
const variants: readonly VisitOptions[] = [
  { width: 360, secondWidth: 768, theme: 'b', lang: 't' },
  { width: 1280, secondWidth: 1920, theme: 'w', lang: 's' },
]

const nav = (letter: string): string =>
  `/nav/${['电影', '全部地区', '全部年份', '全部', letter, '全部', '最新'].map(encodeURIComponent).join('/')}.html`

interface PageToVisit {
  path: () => string
  status?: number
  isAlwaysDark?: boolean
}

const pages: Record<string, PageToVisit> = {
  'the home page': { path: () => '/' },
  'a category': { path: () => '/tabs/2' },
  'a category without titles': { path: () => '/tabs/7' },
  browsing: { path: () => nav('全部') },
  'browsing that finds nothing': { path: () => nav('0-9') },
  'the details of a series': { path: () => `/details/1/${series.id}` },
  'the details of a film': { path: () => `/details/2/${filmId}` },
  'a film that plays': { path: () => `/player/vod/2/${filmId}/1`, isAlwaysDark: true },
  'the page that asks for a password': {
    path: () => `/player/password?to=${encodeURIComponent(`/player/vod/2/${filmId}/1`)}`,
    isAlwaysDark: true,
  },
  'the page that asks for nothing': { path: () => '/player/password', isAlwaysDark: true },
  'an episode that is awaited': { path: () => `/player/vod/1/${series.id}/1`, isAlwaysDark: true },
  'a person': { path: () => `/person/${encodeURIComponent(person)}` },
  'somebody unknown': { path: () => `/person/${encodeURIComponent('无名氏')}`, status: 404 },
  'the list of matches': { path: () => '/match/single' },
  'a day without matches': { path: () => '/match/single?day=2020-01-01' },
  'a match that plays': { path: () => `/match/play/${matches.running}/0`, isAlwaysDark: true },
  'a match that is to come': { path: () => `/match/play/${matches.next}/0`, isAlwaysDark: true },
  'a match that is over': { path: () => `/match/play/${matches.past}/0`, isAlwaysDark: true },
  'a competition': { path: () => `/match/competition/${matches.competition}` },
  'a team': { path: () => `/match/team/${matches.team}` },
  'a match that is gone': { path: () => '/match/play/999999/0', status: 404 },
  'membership that is not sold': { path: () => '/vip' },
  'the terms of use': { path: () => '/terms' },
  'the privacy text': { path: () => '/privacy' },
  'the terms of memberships': { path: () => '/vip/terms' },
  'the boards': { path: () => '/rank' },
  'the updates': { path: () => '/update' },
  'a day without updates': { path: () => '/update?day=2020-01-01' },
  'the page of the search': { path: () => '/search' },
  'a search': { path: () => `/search?q=${encodeURIComponent(series.name.slice(0, 1))}` },
  'a search that finds nothing': { path: () => `/search?q=${encodeURIComponent('龘靐齉')}` },
  'the page of the app': { path: () => '/download?type=android' },
  'the product centre': { path: () => '/ads' },
  'a product': { path: () => '/ads/info/1' },
  'a product that is gone': { path: () => '/ads/info/99', status: 404 },
  'the booking form': { path: () => '/ads/form' },
  'a title that is gone': { path: () => '/details/1/999999', status: 404 },
  'an episode that is gone': { path: () => '/player/vod/1/999999/1', status: 404 },
}

async function visitInAllVariants({ path, status = 200, isAlwaysDark = false }: PageToVisit): Promise<string[]> {
  const problems: string[] = []
  for (const options of variants)
    problems.push(...(await visitPage(browser, station.url + path(), options, { status, isAlwaysDark })))
  return problems
}

const assetsDir = join(import.meta.dirname, '../apps/web/build/client/assets')
const classesIn = (css: string): string[] => [...css.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)].map(([, name = '']) => name)
const sheetsIn = (html: string): string =>
  [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => css).join('\n')

/** The style sheets of the build, by the classes in them. */
function sheetsByClass(): Map<string, string> {
  const names = readdirSync(assetsDir).filter((name) => name.endsWith('.css'))
  return new Map(
    names.flatMap((name) =>
      classesIn(readFileSync(join(assetsDir, name), 'utf8')).map((each) => [each, name] as const),
    ),
  )
}

/** The style sheets that a page from the server needs and does not contain. */
function sheetsMissingIn(html: string, known: ReadonlyMap<string, string>): string[] {
  const contained = new Set(classesIn(sheetsIn(html)))
  const used = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '))
  const missing = used.filter((name) => known.has(name) && !contained.has(name))
  return [...new Set(missing.map((name) => known.get(name) ?? ''))]
}

/** Script: how often the browser has painted the document. */
const paintCount = `performance.getEntriesByType('paint').length`

const requirement = 'keeps nobody out, stands still, asks no other host, says no error and fits the window'

test('no part of a page from the server waits for its style sheet', async () => {
  const known = sheetsByClass()
  expect(known.size).toBeGreaterThan(100)
  for (const path of [...Object.values(pages).map(({ path }) => path()), '/guide']) {
    const html = await (await fetch(station.url + path)).text()
    expect(sheetsMissingIn(html, known), path).toEqual([])
  }
})

describe(`[A16] in both skins and scripts, on a phone and on a desktop, ${requirement}:`, () => {
  for (const [name, one] of Object.entries(pages)) {
    test(`[A16] ${name}`, async () => {
      expect(await visitInAllVariants(one)).toEqual([])
    })
  }

  test('[A12] [A16] the home page with an advertisement', async () => {
    const { ads } = station.station
    const ad = { anchor: 'ALL1', platform: null, uri: 'https://shop.example/', img: picture, html: null }
    await ads.add(ad, 1)
    expect(await visitInAllVariants({ path: () => '/' })).toEqual([])
  })

  test('[A16] [B12] the page of membership while plans are sold', async () => {
    const { operator } = station.station.vip
    const plan = { name: '年卡', days: 365, amount: 21_800, currencyAmount: 2860, mark: '省 ¥82' }
    const ids = [await operator.plans.add(plan), await operator.plans.add({ ...plan, name: '两年卡', days: 730 })]
    await operator.transfer.set(Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'), 'CNY')
    await station.platform.pool.query('update title set vip = true where id = $1', [series.id])
    station.notifyTitlesChanged([series.id])
    expect(await visitInAllVariants({ path: () => '/vip' })).toEqual([])
    await station.platform.pool.query('update title set vip = false where id = $1', [series.id])
    station.notifyTitlesChanged([series.id])
    for (const id of ids) await operator.plans.remove(id)
    await operator.transfer.remove()
  })

  test('[A16] a page that begins with a picture stands still while its end is on the way', async () => {
    const painted = { promise: Promise.resolve() }
    const proxy = await openProxy(station.url, (incoming, upstream, reply) => {
      writeHeadOf(upstream, reply)
      if (incoming.headers['sec-fetch-dest'] !== 'document') return void upstream.pipe(reply)
      void buffer(upstream).then(async (html) => {
        const start = html.indexOf('<section', html.indexOf('<main'))
        const end = html.indexOf('>', start) + 1
        reply.write(html.subarray(0, end))
        await painted.promise
        reply.end(html.subarray(end))
      })
    })
    for (const path of ['/', `/details/1/${series.id}`]) {
      const context = await browser.newContext({ viewport: { width: 360, height: 740 }, ...noServiceWorker })
      await context.addInitScript(recordLayoutShifts)
      const page = await context.newPage()
      const { promise, resolve } = Promise.withResolvers<void>()
      painted.promise = promise
      const visited = visit(page, proxy.url + path)
      await expect.poll(() => page.evaluate<number>(paintCount).catch(() => 0)).toBeGreaterThan(0)
      resolve()
      await visited
      expect(await findLayoutShifts(page), path).toEqual([])
      await context.close()
    }
    proxy.close()
  })

  test("[A16] at the end of an upcoming episode's page nothing moves when its comments arrive", async () => {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      ...noServiceWorker,
    })
    await context.addInitScript(recordLayoutShifts)
    const page = await context.newPage()
    const gates = { script: Promise.withResolvers<void>(), list: Promise.withResolvers<void>() }
    await page.route('**/assets/comment-section-*.js', (route) => gates.script.promise.then(() => route.continue()))
    await page.route('**/v1/pub/comment/list*', (route) => gates.list.promise.then(() => route.continue()))
    await visit(page, `${station.url}/player/vod/1/${series.id}/1`)
    const scrollToEnd = `scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })`
    const comments = page.getByRole('region', { name: '评论' })
    await page.evaluate(scrollToEnd)
    gates.script.resolve()
    await comments.waitFor()
    await page.evaluate(scrollToEnd)
    gates.list.resolve()
    await comments.getByText('还没有评论').waitFor()
    expect(await findLayoutShifts(page)).toEqual([])
    await context.close()
  })
})
