import { chinaDay } from '@yunmu/contract/china-time'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeMedia } from '../apps/server/src/testing/make-media.ts'
import { findAxeViolations } from './accessibility.ts'
import { autoplayArgs, launchBrowser, noMotion } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { visit } from './page-load.ts'
import { addFilm } from './test-films.ts'
import { openTestStation } from './test-station.ts'
import { addUser } from './test-users.ts'

const picture = 'data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAUAmJaQAA3AA/vz0AAA='
const none = { platform: null, uri: '', img: null, html: null }

let station: TestStation
let browser: Browser
let context: BrowserContext
let page: Page
let filmPath: string
let adVideo: string
let requested: string[] = []

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation(), launchBrowser(autoplayArgs)])
  const assetId = await addFilm(station, { name: 'before.mp4', sec: 36 })
  const { writer } = station.station.catalog
  const draft = { pidId: 2, typeId: 21, genres: ['悬疑'], area: '内地', year: 2026, state: '完结', intro: '夜里渡江。' }
  const nowSec = Math.floor(Date.now() / 1000)
  const names = { origin: 'test:film', name: '夜渡', letter: 'Y', totalEpisodes: 1 }
  const { id } = await writer.saveTitle({ ...draft, ...names }, nowSec)
  const ready = { state: 'ready' as const, durationMs: 36_000 }
  await writer.saveEpisodes(id, [{ source: '云幕一线', level: 1, name: '正片', assetId, ...ready }], nowSec)
  station.notifyTitlesChanged([id])
  filmPath = `/player/vod/2/${id}/1`
  // Longer than what tests do while it plays, on slow machines too.
  const file = await makeMedia(join(station.platform.config.dataDir, 'made'), { name: 'ad.mp4', sec: 60, rate: 10 })
  adVideo = (await station.station.ads.storeVideo(await readFile(file))) ?? ''
})
afterAll(async () => {
  await browser.close()
  await station.close()
})
afterEach(async () => {
  await context.close()
  requested = []
  for (const { id } of await station.station.ads.list()) await station.station.ads.remove(id)
  await station.station.site.write({ vip_selling: false })
})

/**
 * Init script: an advertisement has half a minute to start instead of two seconds, for machines that need longer than that to
 * load a page. The page's clock, by which it knows what is left of them, is slow meanwhile. `patienceToStart` ends when it plays,
 * otherwise it may also stand still so long.
 */
const patienceUnless = (
  isOver: string,
) => `const [realTimeout, realNow] = [setTimeout, performance.now.bind(performance)]
  performance.now = () => ((${isOver}) ? realNow() : realNow() / 20)
  window.setTimeout = (act, ms, ...rest) => realTimeout(act, ms > 1000 && ms <= 2000 && !(${isOver}) ? 30_000 : ms, ...rest)`
const patience = patienceUnless('false')
const patienceToStart = patienceUnless("document.querySelector('[data-playing]')")

/**
 * Init script: nothing that is to happen in more than two seconds ever does. What happens all the same waited no longer, on
 * machines of any speed.
 */
const impatience = `const realTimeout = setTimeout
  window.setTimeout = (act, ms, ...rest) => (ms > 2000 ? 0 : realTimeout(act, ms, ...rest))`

async function open(path: string, { width = 1280, token = '', script = '' } = {}): Promise<void> {
  context = await browser.newContext({ viewport: { width, height: 900 }, ...noMotion })
  if (script !== '') await context.addInitScript(script)
  if (token !== '') {
    await context.addCookies([{ name: 'in', value: '1', url: station.url }])
    await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`)
  }
  page = await context.newPage()
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await visit(page, station.url + path)
}

const filmAd = () => page.locator('[data-film-ad][data-playing]')
const film = () =>
  page.evaluate<{ sec: number; state: number; paused: boolean }>(
    `(({ currentTime: sec, readyState: state, paused }) => ({ sec, state, paused }))(document.querySelector('video'))`,
  )
const filmPlays = async (): Promise<void> => {
  await expect.poll(async () => (await film()).sec, { timeout: 60_000 }).toBeGreaterThan(0.5)
}
/** Long enough to be looked at on a slow machine. */
const before = (more: object) =>
  station.station.ads.add({ ...none, anchor: 'pre', video: adVideo, seconds: 60, skipAfterSec: 1, ...more }, 1)
async function counts(): Promise<unknown> {
  await station.station.ads.flush()
  const today = chinaDay(Date.now() / 1000)
  return (await station.station.ads.report(today, today)).map(({ adId, shows, clicks }) => ({ adId, shows, clicks }))
}

test('[J05] a station without advertisements requests none and loads none of their code', async () => {
  await open(filmPath)
  await filmPlays()
  await visit(page, `${station.url}/`)
  await expect.poll(() => requested.join()).toContain('/site-extras-')
  expect(
    requested.filter((path) => /anchor|\/ad\/|film-break|floating-ad|pause-ad|slot-ad-content/.test(path)),
  ).toEqual([])
})

test('[J05] before a film an advertisement plays while the film is prepared, and is skipped by keyboard', async () => {
  const adId = await before({ uri: 'https://shop.example/' })
  await open(filmPath, { script: patience })
  await filmAd().waitFor()
  expect(await filmAd().innerText()).toMatch(/广告 \d+ 秒/)
  expect(await page.getByText('会员免广告').count()).toBe(0)
  const link = filmAd().getByRole('link', { name: '了解详情' })
  expect(await link.getAttribute('rel')).toContain('sponsored')
  expect(await findAxeViolations(page)).toEqual([])
  // Space must not start the film behind it.
  await page.keyboard.press('k')
  const skip = filmAd().getByRole('button', { name: '跳过广告' })
  await skip.waitFor()
  await expect.poll(async () => (await film()).state).toBeGreaterThanOrEqual(2)
  expect(await film()).toMatchObject({ sec: 0, paused: true })
  await skip.focus()
  await page.keyboard.press('Enter')
  await filmPlays()
  expect(await filmAd().count()).toBe(0)
  await expect.poll(counts).toEqual([{ adId, shows: 1, clicks: 0 }])
  // Nothing of it is a cookie.
  expect(await context.cookies()).toEqual([])
})

test('[J05] an advertisement that is not skipped ends by itself, and the film starts', async () => {
  await before({ seconds: 2, skipAfterSec: 9 })
  await open(filmPath, { width: 360, script: patience })
  await filmAd().waitFor()
  await filmPlays()
  expect(await filmAd().count()).toBe(0)
})

test('[J05] an advertisement that is paused from outside does not hold the film', async () => {
  await before({ skipAfterSec: 9 })
  await open(filmPath, { script: patienceToStart })
  await filmAd().waitFor()
  // As a headset, another player of the system or the browser does.
  await page.evaluate("document.querySelector('[data-film-ad] video').pause()")
  await filmPlays()
  expect(await filmAd().count()).toBe(0)
})

test('[J05] advertisements whose code cannot be loaded do not hold the film', async () => {
  await before({})
  context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...noMotion })
  await context.addInitScript(patience)
  page = await context.newPage()
  await page.route('**/film-break*.js', (route) => route.abort())
  await visit(page, station.url + filmPath)
  // Nothing but the failure releases it within half a minute.
  await expect.poll(async () => (await film()).sec).toBeGreaterThan(0.5)
})

test('[J05] an advertisement that fails or never arrives holds the film for two seconds at most', async () => {
  await before({ video: '/media/ads/missing_____________-.mp4' })
  await open(filmPath, { script: impatience })
  await filmPlays()
  await context.close()
  for (const { id } of await station.station.ads.list()) await station.station.ads.remove(id)
  await before({})
  context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...noMotion })
  await context.addInitScript(impatience)
  page = await context.newPage()
  // It is requested and never answered.
  await page.route('**/media/ads/*', () => undefined)
  await visit(page, station.url + filmPath)
  await filmPlays()
  expect(await filmAd().count()).toBe(0)
})

test('[J03] VIPs see no advertisement, and members are told of it while VIP is sold', async () => {
  await before({})
  await station.station.ads.add({ ...none, anchor: 'ALL1', html: '<b>来看</b>' }, 1)
  await station.station.site.write({ vip_selling: true })
  await open(filmPath, { script: patience })
  await filmAd().getByRole('button', { name: '会员免广告' }).waitFor()
  await context.close()
  const token = await addUser(station, 'vipviewer')
  await station.station.accounts.manager.grantVip('vipviewer', 9)
  await open(filmPath, { token })
  await filmPlays()
  expect(await page.locator('[data-film-ad]').count()).toBe(0)
  // Known since the last page, although the data of the user are loading.
  await expect.poll(() => page.evaluate<string | null>("localStorage.getItem('userinfo')")).not.toBeNull()
  requested = []
  await visit(page, station.url + filmPath)
  await filmPlays()
  expect(requested.filter((path) => /\/ad\/break|film-break/.test(path))).toEqual([])
  await visit(page, `${station.url}/`)
  await expect.poll(() => requested.join()).toContain('/site-extras-')
  await expect.poll(() => page.locator('header [data-vip]').count()).toBe(1)
  expect(await page.getByRole('complementary', { name: '广告' }).count()).toBe(0)
})

test('[J05] at a pause a picture appears, can be closed, and goes when the film goes on', async () => {
  const adId = await station.station.ads.add({ ...none, anchor: 'pause', uri: '/vip', img: picture }, 1)
  await open(filmPath)
  await filmPlays()
  const ad = page.locator('[data-player]').getByRole('complementary', { name: '广告' })
  expect(await ad.count()).toBe(0)
  await page.keyboard.press('k')
  await ad.waitFor()
  await page.keyboard.press('k')
  await ad.waitFor({ state: 'detached' })
  await page.keyboard.press('k')
  await ad.getByRole('button', { name: '关闭广告' }).click()
  expect(await ad.count()).toBe(0)
  // Within five minutes a visitor's list has one token, which counts once.
  await expect.poll(counts).toEqual(expect.arrayContaining([{ adId, shows: 1, clicks: 0 }]))
})

test('[J05] slots within pages reserve their height, so that nothing moves, and count clicks', async () => {
  const adId = await station.station.ads.add({ ...none, anchor: 'text', words: '山泉陪你看到大结局', uri: '/rank' }, 1)
  await station.station.ads.add({ ...none, anchor: 'list', html: '<b>列表</b>' }, 1)
  await open(filmPath)
  const ad = page.getByRole('link', { name: '山泉陪你看到大结局' })
  await ad.waitFor()
  const shiftOf = () =>
    page.evaluate<number>(`new Promise((resolve) => {
      let sum = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (entry.sources.some(({ node }) => node?.closest?.('[data-look="text"], [data-look="list"]'))) sum += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
      requestIdleCallback(() => resolve(sum))
    })`)
  expect(await shiftOf()).toBe(0)
  const popup = context.waitForEvent('page')
  await ad.click()
  await popup
  await expect.poll(counts).toEqual(expect.arrayContaining([{ adId, shows: 1, clicks: 1 }]))
  await visit(page, `${station.url}/nav/电影/全部地区/全部年份/全部/全部/全部/最新.html`)
  await page.locator('[data-look="list"]').scrollIntoViewIfNeeded()
  expect(await page.frameLocator('iframe').locator('b').textContent()).toBe('列表')
  expect(await shiftOf()).toBe(0)
})

test('[J05] the picture of the home page is marked, and as wide as the page on phones', async () => {
  const wide = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="120"/>')}`
  await station.station.ads.add({ ...none, anchor: 'ALL1', uri: '/vip', img: wide }, 1)
  for (const [width, least] of [
    [360, 300],
    [1280, 728],
  ] as const) {
    await open('/', { width })
    const ad = page.getByRole('complementary', { name: '广告' })
    await ad.waitFor()
    expect(await ad.innerText()).toBe('广告')
    await expect.poll(async () => (await ad.boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(least)
    const { x = 0, width: adWidth = 0 } = (await ad.boundingBox()) ?? {}
    expect(Math.abs(x + adWidth / 2 - width / 2)).toBeLessThan(10)
    await context.close()
  }
  await open('/')
})

test('[J05] the fixed box is on pages other than the home page, the player and the pages for advertisers', async () => {
  await station.station.ads.add({ ...none, anchor: 'box', html: '<b>角落</b>' }, 1)
  await open('/rank')
  expect(await page.frameLocator('iframe').locator('b').textContent()).toBe('角落')
  for (const path of ['/', filmPath]) {
    await visit(page, station.url + path)
    await expect.poll(() => requested.filter((address) => address.includes('/site-extras-')).length).toBeGreaterThan(0)
    expect(await page.locator('iframe').count()).toBe(0)
  }
})
