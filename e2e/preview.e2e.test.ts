import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aTitle } from '../apps/server/src/testing/titles.ts'
import { launchBrowser, noMotion, noServiceWorker } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { visit } from './page-load.ts'
import { addFilm } from './test-films.ts'
import { openTestStation } from './test-station.ts'

let station: TestStation
let browser: Browser
let page: Page
let [film, locked, members, awaited]: (number | undefined)[] = []

const filmSec = 20
/** How long the pointer has to rest. */
const dwellMs = 600

/** Init script: when the pointer entered a poster, and when its film was asked for. */
const recordTimes = `addEventListener('pointerover', ({ target }) => {
    if (target.closest('[data-preview]')) window.overMs ??= performance.now()
  }, true)
  const { fetch } = window
  window.fetch = (...sent) => {
    if (/play\\/token/.test(sent[0].url ?? sent[0])) window.askedMs ??= performance.now()
    return fetch(...sent)
  }`
const names = ['雾港来信', '锁着的门', '会员专场', '末班车']

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation(), launchBrowser()])
  const { catalog, locks } = station.station
  const nowSec = Math.floor(Date.now() / 1000)
  const assetId = await addFilm(station, { name: 'film.mp4', sec: filmSec })
  const ids: number[] = []
  for (const name of names) {
    const { id } = await catalog.writer.saveTitle(
      aTitle({ name, origin: `test:${name}`, pidId: 2, typeId: 21, totalEpisodes: 1 }),
      nowSec,
    )
    const media =
      name === '末班车'
        ? { state: 'pending' as const }
        : { assetId, state: 'ready' as const, durationMs: filmSec * 1000, vip: name === '会员专场' }
    await catalog.writer.saveEpisodes(id, [{ source: '云幕一线', level: 1, name: '正片', ...media }], nowSec)
    ids.push(id)
  }
  ;[film, locked, members, awaited] = ids
  await locks.manager.set({ kind: 'vod', id: locked ?? 0, line: 0 }, 'zhi-ma-kai-men')
  station.notifyTitlesChanged(ids)
})
afterAll(async () => {
  await browser.close()
  await station.close()
})
afterEach(() => page.context().close())

const playRequests: string[] = []

async function openList(options: BrowserContextOptions = noServiceWorker): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  await context.addInitScript(recordTimes)
  page = await context.newPage()
  playRequests.length = 0
  page.on('request', (request) => {
    if (/play\/token|\/storyboard\//.test(request.url())) playRequests.push(request.url())
  })
  await visit(
    page,
    `${station.url}/nav/${encodeURIComponent('电影')}/${encodeURIComponent('全部地区')}/${encodeURIComponent('全部年份')}/${encodeURIComponent('全部')}/${encodeURIComponent('全部')}/${encodeURIComponent('全部')}/${encodeURIComponent('最新')}.html`,
  )
  // The code of previews is loaded when the browser is idle.
  await page.waitForLoadState('networkidle')
}

const poster = (name: string) => page.locator('article').filter({ hasText: name })
const preview = (name: string) => poster(name).locator('[data-drawn]')
const shape = (name: string) => poster(name).locator('[data-frame]').boundingBox()
/** Moves the pointer to a share of a poster's width. */
async function point(name: string, share: number): Promise<void> {
  const box = await shape(name)
  if (!box) throw new Error(`${name} has no poster`)
  await page.mouse.move(box.x + box.width * share, box.y + box.height / 3)
}
const picture = (): Promise<string> =>
  page.evaluate<string>(`document.querySelector('[data-drawn] canvas:last-of-type').toDataURL()`)

test('a pointer that rests on a poster sees frames of the title, moves through them, and nothing shifts', async () => {
  await openList()
  const before = await shape('雾港来信')
  await point('雾港来信', 0.5)
  await preview('雾港来信').waitFor()
  const [overMs = 0, askedMs = 0] = await page.evaluate<number[]>('[window.overMs, window.askedMs]')
  expect(askedMs - overMs).toBeGreaterThan(dwellMs - 10)
  const after = await shape('雾港来信')
  expect([after?.x, after?.width, after?.height]).toEqual([before?.x, before?.width, before?.height])
  await point('雾港来信', 0.02)
  const first = await picture()
  await point('雾港来信', 0.98)
  await expect.poll(picture).not.toBe(first)
  await page.mouse.move(2, 2)
  await poster('雾港来信').locator('canvas').first().waitFor({ state: 'detached' })
})

test('a pointer that only passes requests nothing', async () => {
  await openList()
  const asked = page.waitForRequest(/play\/token/)
  // Within one task, however busy the machine is.
  await page.evaluate(`for (const id of [${film}, ${members}])
    document.querySelector('[data-preview="' + id + '"] a')
      .dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))`)
  expect((await asked).postDataJSON()).toMatchObject({ id: members })
  expect(playRequests).toHaveLength(1)
})

test('[E07] titles that are locked, for members or not ready show no frame', async () => {
  await openList()
  expect(await poster('锁着的门').getAttribute('data-preview')).toBeNull()
  for (const [name, id] of [
    ['会员专场', members],
    ['末班车', awaited],
  ] as const) {
    expect(await poster(name).getAttribute('data-preview')).toBe(String(id))
    const refused = page.waitForResponse(/play\/token/)
    await point(name, 0.5)
    expect(await (await refused).json()).toMatchObject({ code: 7 })
  }
  await point('锁着的门', 0.5)
  await point('雾港来信', 0.5)
  await preview('雾港来信').waitFor()
  expect(playRequests.filter((url) => /play\/token/.test(url))).toHaveLength(3)
  expect(await page.locator('[data-drawn]').count()).toBe(1)
})

test('[A16] with reduced motion, and on touch screens, there is no preview', async () => {
  for (const options of [noMotion, { ...noServiceWorker, hasTouch: true, isMobile: true }]) {
    await openList(options)
    await point('雾港来信', 0.5)
    // The page's own timer for the pointer's rest would be over before this one.
    await page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${2 * dwellMs}))`)
    expect(playRequests).toEqual([])
    if (options !== noMotion) continue
    await page.context().close()
  }
})
