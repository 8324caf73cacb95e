import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTitle } from '../apps/server/src/testing/titles.ts'
import { hasTakenOver, launchBrowser, playsAlone, workerless } from './browser.ts'
import type { FilmStation } from './film-station.ts'
import { putFilm } from './test-films.ts'
import { openTestStation } from './test-station.ts'
import { movesOf, visitPage, watchMoves, type Look } from './page-visit.ts'

const filmSec = 20
const filmName = '北屿灯塔'
const picture = 'data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAUAmJaQAA3AA/vz0AAA='

let station: FilmStation
let browser: Browser
let filmId: number
/** A title of the programme with many episodes, none of which is made. */
let series: { id: number; name: string }

async function fill(): Promise<void> {
  const { catalog, site } = station.station
  const nowSec = Math.floor(Date.now() / 1000)
  const { id } = await catalog.writer.saveTitle(aTitle({ name: filmName, typeId: 21 }), nowSec)
  const assetId = await putFilm(station, { name: 'film.mp4', sec: filmSec })
  const episode = { source: '云幕一线', level: 1, name: '正片', state: 'ready' as const, durationMs: filmSec * 1000 }
  await catalog.writer.saveEpisodes(id, [{ ...episode, assetId }], nowSec)
  filmId = id
  station.changed([id])
  await site.write({ apk_uri: '/app.apk', apk_version: '2.1.0', apk_size: 25_165_824, apk_notes: '修正播放' })
  const textOf = async (path: string): Promise<string> => (await fetch(station.url + path)).text()
  const first = /\/details\/1\/(\d+)/.exec(await textOf('/tabs/1'))?.[1]
  const name = /<h1[^>]*>([^<]+)/.exec(await textOf(`/details/1/${first}`))?.[1]
  series = { id: Number(first), name: name ?? '' }
}

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation({ withProgramme: true }), launchBrowser(playsAlone)])
  await fill()
})
afterAll(async () => {
  await browser.close()
  await station.close()
})

/** Either width, skin and script; each is looked at in the other skin and in a second width as well. */
const looks: readonly Look[] = [
  { width: 360, wider: 768, theme: 'b', lang: 't' },
  { width: 1280, wider: 1920, theme: 'w', lang: 's' },
]

const nav = (letter: string): string =>
  `/nav/${['电影', '全部地区', '全部年份', '全部', letter, '全部', '最新'].map(encodeURIComponent).join('/')}.html`

interface Walk {
  path: () => string
  status?: number
  isStage?: boolean
}

const pages: Record<string, Walk> = {
  'the home page': { path: () => '/' },
  'a category': { path: () => '/tabs/2' },
  'a category without titles': { path: () => '/tabs/7' },
  browsing: { path: () => nav('全部') },
  'browsing that finds nothing': { path: () => nav('0-9') },
  'the details of a series': { path: () => `/details/1/${series.id}` },
  'the details of a film': { path: () => `/details/2/${filmId}` },
  'a film that plays': { path: () => `/player/vod/2/${filmId}/1`, isStage: true },
  'an episode that is awaited': { path: () => `/player/vod/1/${series.id}/1`, isStage: true },
  'the boards': { path: () => '/rank' },
  'the updates': { path: () => '/update' },
  'a day without updates': { path: () => '/update?day=2020-01-01' },
  'the page of the search': { path: () => '/search' },
  'a search': { path: () => `/search?q=${encodeURIComponent(series.name.slice(0, 1))}` },
  'a search that finds nothing': { path: () => `/search?q=${encodeURIComponent('龘靐齉')}` },
  'the page of the app': { path: () => '/download?type=android' },
  'a title that is gone': { path: () => '/details/1/999999', status: 404 },
  'an episode that is gone': { path: () => '/player/vod/1/999999/1', status: 404 },
}

async function walk({ path, status = 200, isStage = false }: Walk): Promise<string[]> {
  const found: string[] = []
  for (const look of looks) found.push(...(await visitPage(browser, station.url + path(), look, { status, isStage })))
  return found
}

const promise = 'keeps nobody out, stands still, asks no other host, says no error and fits the window'

describe(`[A16] in both skins and scripts, on a phone and on a desk, ${promise}:`, () => {
  for (const [name, one] of Object.entries(pages)) {
    test(`[A16] ${name}`, async () => {
      expect(await walk(one)).toEqual([])
    })
  }

  test('[A12] [A16] the home page with an advertisement', async () => {
    const { ads } = station.station
    const wish = { anchor: 'ALL1', platform: null, uri: 'https://shop.example/', img: picture, html: null }
    await ads.add(wish, 1)
    expect(await walk({ path: () => '/' })).toEqual([])
  })

  test('[A16] nothing moves for a reader who is at the foot of an awaited episode before its comments are there', async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, ...workerless })
    await context.addInitScript(watchMoves)
    const page = await context.newPage()
    const held = { script: Promise.withResolvers<void>(), list: Promise.withResolvers<void>() }
    await page.route('**/assets/comment-section-*.js', (route) => held.script.promise.then(() => route.continue()))
    await page.route('**/v1/pub/comment/list*', (route) => held.list.promise.then(() => route.continue()))
    await page.goto(`${station.url}/player/vod/1/${series.id}/1`)
    await expect.poll(() => page.evaluate<boolean>(hasTakenOver)).toBe(true)
    const toFoot = `scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })`
    const comments = page.getByRole('region', { name: '评论' })
    await page.evaluate(toFoot)
    held.script.resolve()
    await comments.waitFor()
    await page.evaluate(toFoot)
    held.list.resolve()
    await comments.getByText('还没有评论').waitFor()
    expect(await movesOf(page)).toEqual([])
    await context.close()
  })
})
