import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { launchBrowser, playsAlone, still } from './browser.ts'
import { programmeMin, putChannels, type PutChannel } from './channel-station.ts'
import type { FilmStation } from './film-station.ts'
import { openTestStation } from './test-station.ts'

let films: FilmStation
let browser: Browser
let page: Page
let [first, overseas, silent, other]: (PutChannel | undefined)[] = []
const problems: string[] = []

beforeAll(async () => {
  ;[films, browser] = await Promise.all([openTestStation(), launchBrowser(playsAlone)])
  ;[first, overseas, silent, other] = await putChannels(films)
})
afterAll(async () => {
  await browser.close()
  await films.close()
})
beforeEach(() => {
  problems.length = 0
  films.asked.length = 0
})
afterEach(async () => {
  films.breakMedia(null)
  await page.context().close()
})

async function open(path: string, options: BrowserContextOptions = {}): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...still, ...options })
  page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  page.on('console', (message) => {
    const isOwn = /Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isOwn) problems.push(message.text())
  })
  await page.goto(films.url + path)
}

const livePath = (channel: PutChannel | undefined, query = ''): string => `/player/live/tv/0/${channel?.id}${query}`
const slider = () => page.locator('[data-player] [role=slider][aria-label$=进度]')
const plate = (name: string) => page.locator(`[data-plate=${name}]`)
const back = () => page.getByRole('button', { name: '回到直播' })
const sec = (): Promise<number> => page.evaluate<number>(`document.querySelector('video').currentTime`)
const spoken = (): Promise<string> =>
  slider()
    .getAttribute('aria-valuetext')
    .then((text) => text ?? '')

/** Waits until the picture moves. */
async function expectPlaying(): Promise<void> {
  const from = await sec()
  await expect.poll(async () => Math.abs((await sec()) - from), { timeout: 60_000 }).toBeGreaterThan(1)
}
async function expectLive(): Promise<void> {
  await expect.poll(spoken, { timeout: 60_000 }).toContain('正在直播')
}
/** Presses a share of the seek bar. */
async function pressAt(share: number): Promise<void> {
  const box = await slider().boundingBox()
  if (!box) throw new Error('there is no seek bar')
  await page.mouse.click(box.x + box.width * share, box.y + box.height / 2)
}
const askedFor = (what: RegExp): string[] => films.asked.filter((path) => what.test(path))

describe('a channel', () => {
  test('[B06] [G02] plays what is on at the edge, and is told apart from what was on', async () => {
    await open(livePath(first))
    await expectPlaying()
    await expectLive()
    // What was lost while it was loading is caught up with.
    await expect.poll(() => plate('shift').count(), { timeout: 30_000 }).toBe(0)
    expect(await back().count()).toBe(0)
    expect(await page.locator('h1').textContent()).toContain(first?.nameAt(0))
    expect(askedFor(/from-|\/p-/)).toEqual([])
    expect(problems).toEqual([])
  })

  test('[G02] an hour ago is one press away, and so is the way back; End leads back too', async () => {
    await open(livePath(first))
    await expectLive()
    await pressAt(0.5)
    await plate('shift').waitFor()
    await expectPlaying()
    // A busy machine may fall behind a little more.
    expect(await plate('shift').textContent()).toMatch(/时移(59:|1:0[01]:)/)
    await expect.poll(spoken).toContain('落后直播')
    expect(askedFor(/from-\d+\.m3u8/).length).toBeGreaterThan(0)
    await back().click()
    await expectLive()
    await pressAt(0.25)
    await plate('shift').waitFor()
    await page.keyboard.press('End')
    await expectLive()
    await expect.poll(() => plate('shift').count()).toBe(0)
  })

  test('[G02] steps with the arrows stay in the window, and need no other playlist', async () => {
    await open(livePath(first))
    await expectLive()
    await pressAt(0.5)
    await expectPlaying()
    const before = askedFor(/from-\d+\.m3u8/).length
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expectPlaying()
    expect(askedFor(/from-\d+\.m3u8/).filter((path, at, all) => all.indexOf(path) === at).length).toBe(1)
    expect(before).toBeGreaterThan(0)
    await page.keyboard.press('Home')
    await expect.poll(() => plate('shift').textContent(), { timeout: 30_000 }).toMatch(/时移(1:5\d|2:00)/)
  })

  test('[G02] whoever pauses at the edge goes on where they paused', async () => {
    await open(livePath(first))
    await expectPlaying()
    await expectLive()
    await page.keyboard.press('k')
    await plate('shift').waitFor({ timeout: 60_000 })
    await page.keyboard.press('k')
    await expectPlaying()
    expect(await plate('shift').count()).toBe(1)
  })

  test('[G02] a line that fails gives way to the next, which goes on at the same moment', async () => {
    await open(livePath(first))
    await expectLive()
    await pressAt(0.5)
    await expectPlaying()
    const scope = /\/(l\d+)\//.exec(films.asked.at(-1) ?? '')?.[1] ?? ''
    films.breakMedia((path) => (path.includes(`/${scope}/`) ? 503 : 0))
    // What is loaded plays on; a step beyond it needs the line.
    await page.keyboard.press('Home')
    await plate('line').waitFor({ timeout: 30_000 })
    expect(await plate('line').textContent()).toContain('线路一中断，已切到线路二')
    await expectPlaying()
    await expect.poll(() => plate('shift').textContent(), { timeout: 30_000 }).toMatch(/时移(1:5\d|2:00)/)
  })

  test('[G02] the menu of lines says how quick they are, and another plays when it is chosen', async () => {
    await open(livePath(first))
    await expectLive()
    await page.getByRole('button', { name: /线路 线路一/ }).click()
    await expect.poll(() => page.getByRole('menu', { name: '线路' }).textContent()).toMatch(/线路二240P\d+ ms/)
    await page.getByRole('menuitemradio', { name: /线路二/ }).click()
    await page.getByRole('button', { name: /线路 线路二/ }).waitFor()
    await expectPlaying()
    await expectLive()
  })
})

describe('the guide beside it', () => {
  test('[G01] a past programme plays as one, and what is on is one press away', async () => {
    await open(livePath(first))
    // The guide moves to what is on as soon as the page answers.
    await expectLive()
    await page
      .locator('#guide')
      .getByText(first?.nameAt(-2) ?? '')
      .click()
    await page.waitForURL('**?programme=*')
    await expectPlaying()
    await expect.poll(() => plate('shift').textContent(), { timeout: 30_000 }).toContain('回看')
    expect(await page.locator('h1').textContent()).toContain(first?.nameAt(-2))
    expect(await slider().getAttribute('aria-valuemax')).toBe(String(programmeMin * 60))
    // What was on may still move for a while.
    await expect.poll(() => askedFor(/\/p-\d+-\d+/).length, { timeout: 30_000 }).toBeGreaterThan(0)
    await back().click()
    await expectLive()
    await expect.poll(() => page.url()).toBe(films.url + livePath(first))
  })

  test('[G01] G leads to what is on in the guide, arrows lead on, and other channels are a press away', async () => {
    await open(livePath(first))
    await expectPlaying()
    await page.keyboard.press('g')
    const inGuide = () => page.locator('#guide a:focus').textContent()
    await expect.poll(inGuide).toContain(first?.nameAt(0))
    await page.keyboard.press('ArrowUp')
    await expect.poll(inGuide).toContain(first?.nameAt(-1))
    await page
      .getByRole('navigation', { name: '频道' })
      .getByRole('link', { name: /云幕电影/ })
      .click()
    await page.waitForURL(`**${livePath(other)}`)
    await expect.poll(() => page.locator('h1').textContent()).toContain(other?.nameAt(0))
    await expectPlaying()
  })

  test('[B07] [G01] an overseas channel has its own address, and moves there from the other', async () => {
    await open(`/player/live/sg/0/${overseas?.id}`)
    expect(decodeURI(page.url())).toBe(`${films.url}/player/live/us/sg/海外/0/${overseas?.id}`)
    await expectPlaying()
  })

  test('[B06] a channel with nothing on says so, and one that is not there is lost', async () => {
    await open(livePath(silent))
    expect(await page.locator('[data-screen=off-air]').textContent()).toContain('停播中')
    const response = await page.goto(`${films.url}/player/live/tv/0/999999`)
    expect(response?.status()).toBe(404)
  })

  test('[G01] a programme that is not there leaves what is on', async () => {
    await open(livePath(first, '?programme=999999'))
    await expectLive()
    await expectPlaying()
    expect(await page.locator('h1').textContent()).toContain(first?.nameAt(0))
  })

  test('[G01] the page reads well for who does not see it, and keeps its width on a phone', async () => {
    await open(livePath(first), { viewport: { width: 390, height: 844 }, hasTouch: true })
    await expectPlaying()
    expect(await page.evaluate<number>(`document.documentElement.scrollWidth`)).toBe(390)
    expect(await findBarriers(page)).toEqual([])
    expect(problems).toEqual([])
  })
})
