import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findAxeViolations } from './accessibility.ts'
import { launchBrowser, autoplayArgs, noMotion } from './browser.ts'
import { programmeMin, addChannels, type TestChannel } from './test-channels.ts'
import type { TestStation } from './in-process-station.ts'
import { openTestStation } from './test-station.ts'
import { visit } from './page-load.ts'
import { recordEngineOrder } from './player/engine-order.ts'
import { showControls } from './player/player-pages.ts'

let station: TestStation
let browser: Browser
let page: Page
let [first, overseas, silent, other]: (TestChannel | undefined)[] = []
const problems: string[] = []

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation(), launchBrowser(autoplayArgs)])
  ;[first, overseas, silent, other] = await addChannels(station)
})
afterAll(async () => {
  await browser.close()
  await station.close()
})
beforeEach(() => {
  problems.length = 0
  station.mediaRequests.length = 0
})
afterEach(async () => {
  station.failMedia(null)
  await page.context().close()
})

async function openPage(options: BrowserContextOptions = {}): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...noMotion, ...options })
  page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  page.on('console', (message) => {
    const isOwn = /Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isOwn) problems.push(message.text())
  })
}

async function open(path: string, options: BrowserContextOptions = {}): Promise<void> {
  await openPage(options)
  await visit(page, station.url + path)
}

const livePath = (channel: TestChannel | undefined, query = ''): string => `/player/live/tv/0/${channel?.id}${query}`
const slider = () => page.locator('[data-player] [role=slider][aria-label$=进度]')
const notice = (name: string) => page.locator(`[data-plate=${name}]`)
const back = () => page.getByRole('button', { name: '回到直播' })
const sec = (): Promise<number> => page.evaluate<number>(`document.querySelector('video').currentTime`)
const statusText = (): Promise<string> =>
  slider()
    .getAttribute('aria-valuetext')
    .then((text) => text ?? '')

/** Waits until the video plays. */
async function expectPlaying(): Promise<void> {
  const from = await sec()
  await expect.poll(async () => Math.abs((await sec()) - from), { timeout: 60_000 }).toBeGreaterThan(1)
}
async function expectLive(): Promise<void> {
  await expect.poll(statusText, { timeout: 60_000 }).toContain('正在直播')
}
/** Clicks the seek bar at a fraction of its width. */
async function clickSeekBarAt(share: number): Promise<void> {
  await showControls(page)
  const box = await slider().boundingBox()
  if (!box) throw new Error('the seek bar has no position on the page')
  await page.mouse.click(box.x + box.width * share, box.y + box.height / 2)
}
const mediaRequestsFor = (pattern: RegExp): string[] => station.mediaRequests.filter((path) => pattern.test(path))

describe('a channel', () => {
  test('[G02] plays before the page’s own scripts are loaded, and goes on when they take over', async () => {
    await openPage()
    const order = await recordEngineOrder(page)
    await visit(page, station.url + livePath(first))
    await expect.poll(() => order.hasLoaded('live-route')).toBe(true)
    expect(order.scriptsBeforeSegment()).toEqual([])
    await expectPlaying()
    await expectLive()
    expect(order.requestsOf('index.m3u8')).toBe(1)
    expect(problems).toEqual([])
  })

  test('[B06] [G02] plays the current programme at the live edge, which is distinguished from past ones', async () => {
    await open(livePath(first))
    await expectPlaying()
    await expectLive()
    // The player catches up with the live edge after loading.
    await expect.poll(() => notice('shift').count()).toBe(0)
    expect(await back().count()).toBe(0)
    expect(await page.locator('h1').textContent()).toContain(first?.programmeName(0))
    expect(mediaRequestsFor(/from-|\/p-/)).toEqual([])
    expect(problems).toEqual([])
  })

  test('[G02] one press goes back an hour and one returns to the live edge, as does End', async () => {
    await open(livePath(first))
    await expectLive()
    await clickSeekBarAt(0.5)
    await notice('shift').waitFor()
    await expectPlaying()
    // On a busy machine the delay may be a little longer.
    expect(await notice('shift').textContent()).toMatch(/时移(59:|1:0[01]:)/)
    await expect.poll(statusText).toContain('落后直播')
    expect(mediaRequestsFor(/from-\d+\.m3u8/).length).toBeGreaterThan(0)
    await back().click()
    await expectLive()
    await clickSeekBarAt(0.25)
    await notice('shift').waitFor()
    await page.keyboard.press('End')
    await expectLive()
    await expect.poll(() => notice('shift').count()).toBe(0)
  })

  test('[G02] steps with the arrow keys stay in the window, and need no other playlist', async () => {
    await open(livePath(first))
    await expectLive()
    await clickSeekBarAt(0.5)
    await notice('shift').waitFor()
    // The live edge plays until the other playlist has loaded.
    await expect.poll(() => mediaRequestsFor(/from-\d+-v\.m3u8/).length).toBeGreaterThan(0)
    await expectPlaying()
    const before = mediaRequestsFor(/from-\d+\.m3u8/).length
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expectPlaying()
    expect(mediaRequestsFor(/from-\d+\.m3u8/).filter((path, at, all) => all.indexOf(path) === at).length).toBe(1)
    expect(before).toBeGreaterThan(0)
    await page.keyboard.press('Home')
    await expect.poll(() => notice('shift').textContent()).toMatch(/时移(1:5\d|2:00)/)
  })

  test('[G02] after a pause at the live edge playback continues at the same position', async () => {
    await open(livePath(first))
    await expectPlaying()
    await expectLive()
    await page.keyboard.press('k')
    await notice('shift').waitFor()
    await page.keyboard.press('k')
    await expectPlaying()
    expect(await notice('shift').count()).toBe(1)
  })

  test('[G02] a failing line is replaced by the next one at the same position', async () => {
    await open(livePath(first))
    await expectLive()
    await clickSeekBarAt(0.5)
    await expectPlaying()
    const scope = /\/(l\d+)\//.exec(station.mediaRequests.at(-1) ?? '')?.[1] ?? ''
    station.failMedia((path) => (path.includes(`/${scope}/`) ? 503 : 0))
    // Buffered media play on; a seek beyond them needs the network.
    await page.keyboard.press('Home')
    await notice('line').filter({ hasText: '线路一中断，已切到线路二' }).waitFor()
    await expectPlaying()
    await expect.poll(() => notice('shift').textContent()).toMatch(/时移(1:5\d|2:00)/)
  })

  test('[G02] the menu of lines shows their delays, and another line plays when it is chosen', async () => {
    await open(livePath(first))
    await expectLive()
    await showControls(page)
    await page.getByRole('button', { name: /线路 线路一/ }).click()
    await expect.poll(() => page.getByRole('menu', { name: '线路' }).textContent()).toMatch(/线路二240P\d+ ms/)
    await page.getByRole('menuitemradio', { name: /线路二/ }).click()
    await page.getByRole('button', { name: /线路 线路二/ }).waitFor()
    await expectPlaying()
    await expectLive()
  })
})

describe('the guide beside the player', () => {
  test('[G01] a past programme is replayed, and one press returns to the current one', async () => {
    await open(livePath(first))
    // The guide scrolls to the current programme when the reply arrives.
    await expectLive()
    await page
      .locator('#guide')
      .getByText(first?.programmeName(-2) ?? '')
      .click()
    await page.waitForURL('**?programme=*')
    await expectPlaying()
    await expect.poll(() => notice('shift').textContent()).toContain('回看')
    expect(await page.locator('h1').textContent()).toContain(first?.programmeName(-2))
    expect(await slider().getAttribute('aria-valuemax')).toBe(String(programmeMin * 60))
    // The previous video may still play for a while.
    await expect.poll(() => mediaRequestsFor(/\/p-\d+-\d+/).length).toBeGreaterThan(0)
    await back().click()
    await expectLive()
    await expect.poll(() => page.url()).toBe(station.url + livePath(first))
  })

  test('[G01] G focuses the current programme in the guide, arrows move on, and other channels are one press away', async () => {
    await open(livePath(first))
    await expectPlaying()
    await page.keyboard.press('g')
    const inGuide = () => page.locator('#guide a:focus').textContent()
    await expect.poll(inGuide).toContain(first?.programmeName(0))
    await page.keyboard.press('ArrowUp')
    await expect.poll(inGuide).toContain(first?.programmeName(-1))
    await page
      .getByRole('navigation', { name: '频道' })
      .getByRole('link', { name: /云幕电影/ })
      .click()
    await page.waitForURL(`**${livePath(other)}`)
    await expect.poll(() => page.locator('h1').textContent()).toContain(other?.programmeName(0))
    await expectPlaying()
  })

  test('[B07] [G01] an overseas channel has its own address, and other addresses redirect to it', async () => {
    await open(`/player/live/sg/0/${overseas?.id}`)
    expect(decodeURI(page.url())).toBe(`${station.url}/player/live/us/sg/海外/0/${overseas?.id}`)
    await expectPlaying()
  })

  test('[B06] a channel that is off air shows that, and a missing one is not found', async () => {
    await open(livePath(silent))
    expect(await page.locator('[data-screen=off-air]').textContent()).toContain('停播中')
    const response = await visit(page, `${station.url}/player/live/tv/0/999999`)
    expect(response?.status()).toBe(404)
  })

  test('[G01] a channel without a guide lists what other channels show, and they are one press away', async () => {
    await open(livePath(silent))
    const guide = page.getByRole('region', { name: '节目单' })
    await guide.getByText('暂无节目单').waitFor()
    const others = guide.getByRole('region', { name: '看看其他频道' })
    await others.getByText(first?.programmeName(0) ?? '').waitFor()
    expect(await others.getByRole('link').count()).toBe(3)
    expect(await page.getByRole('main').getByText('云幕空台').count()).toBe(2)
    expect(await findAxeViolations(page)).toEqual([])
    await others.getByRole('link', { name: '云幕一套' }).click()
    await page.waitForURL(`**/player/live/tv/0/${first?.id}`)
    await expectPlaying()
    expect(problems).toEqual([])
  })

  test('[G01] a missing programme leaves the current one playing', async () => {
    await open(livePath(first, '?programme=999999'))
    await expectLive()
    await expectPlaying()
    expect(await page.locator('h1').textContent()).toContain(first?.programmeName(0))
  })

  test('[G01] the page is accessible, and has no horizontal overflow on a phone', async () => {
    await open(livePath(first), { viewport: { width: 390, height: 844 }, hasTouch: true })
    await expectPlaying()
    expect(await page.evaluate<number>(`document.documentElement.scrollWidth`)).toBe(390)
    expect(await findAxeViolations(page)).toEqual([])
    expect(problems).toEqual([])
  })
})
