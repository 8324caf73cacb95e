import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { autoplayArgs, launchBrowser, noMotion } from '../browser.ts'
import type { TestStation } from '../in-process-station.ts'
import { waitOutMidnight } from '../midnight.ts'
import { visit } from '../page-load.ts'
import { addChannels } from '../test-channels.ts'
import { addMatches, type TestMatches } from '../test-matches.ts'
import { openTestStation } from '../test-station.ts'
import { addUser } from '../test-users.ts'

/** A match from the list to its highlights: as everybody sees it, and with scores hidden, on a phone, by keyboard alone. */
// Lists have the matches of today, and one of them is about to begin.
await waitOutMidnight()

let station: TestStation
let browser: Browser
let matches: TestMatches
let context: BrowserContext
const problems: string[] = []

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation(), launchBrowser(autoplayArgs)])
  const [channel] = await addChannels(station)
  matches = await addMatches(station, channel?.id ?? 0)
})
afterAll(async () => {
  await browser.close()
  await station.close()
})
afterEach(() => context.close())

/** A browser in which a user is signed in. */
async function openBrowser(name: string, { width = 1280, hidesScores = false } = {}): Promise<void> {
  const token = await addUser(station, name)
  context = await browser.newContext({ viewport: { width, height: 800 }, bypassCSP: true, ...noMotion })
  await context.addCookies([{ name: 'in', value: '1', url: station.url }])
  const stored = {
    token,
    ...(hidesScores && { spoilers: JSON.stringify({ isHiding: true, userId: 0, isUnsaved: false, opened: [] }) }),
  }
  await context.addInitScript(
    `for (const [key, value] of Object.entries(${JSON.stringify(stored)})) localStorage.getItem(key) ?? localStorage.setItem(key, value)`,
  )
  problems.length = 0
}

async function openPage(path: string): Promise<Page> {
  const page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  await visit(page, station.url + path)
  return page
}

/** A page that is told of what happens to its user. */
async function openConnectedPage(path: string): Promise<Page> {
  const page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  const isSignedIn = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (/"userId":[1-9]/.test(String(payload))) resolve()
      }),
    )
  })
  await visit(page, station.url + path)
  await isSignedIn
  return page
}

/** Begins a match: its followers are told. */
async function begin(name: 'next' | 'later'): Promise<void> {
  await matches.begin(name)
  await station.station.matches.remind()
  await station.platform.events.deliverCommitted()
}

/** Ends a match so long ago that its streams are closed. */
async function end(name: 'next' | 'later'): Promise<void> {
  await matches.tell([{ type: 'final', id: 'final', wallMs: matches.startedMs + endedSec * 1000 }], name)
  await matches.record()
}

const matchPath = (id: number, stream: number): string => `/match/play/${id}/${stream}`
const pathOf = (page: Page): string => new URL(page.url()).pathname
const secOf = (page: Page): Promise<number> => page.evaluate<number>(`document.querySelector('video').currentTime`)
const tileOf = (page: Page, name: string) => page.getByRole('region', { name: '录像' }).getByRole('link', { name })
const wordsOf = (page: Page): Promise<string> => page.locator('body').innerText()
const current = (page: Page, name: string) =>
  page.getByRole('region', { name: '解说与视角' }).locator('a[aria-current]', { hasText: name })
const playing = { timeout: 60_000 }

const goalMinute = 14
/** Seconds after the start. */
const endedSec = 885
/** The recording begins a minute before the start; a press goes to eight seconds before the goal. */
const beforeGoalSec = 60 + goalMinute * 60 - 8

/** Plays from shortly before the goal. */
async function playsGoal(page: Page): Promise<void> {
  await expect.poll(() => secOf(page), playing).toBeGreaterThan(beforeGoalSec - 2)
  expect(await secOf(page)).toBeLessThan(beforeGoalSec + 30)
}

test('[H01] [H02] [A13] a match is found, followed, announced on another page, watched to its end, and seen again from its goal', async () => {
  await openBrowser('qiumi')
  const list = await openPage('/match/single')
  const subscribe = list.getByRole('button', { name: '订阅 朔北苍狼 对 蜀道熊罴' })
  await subscribe.click()
  await expect.poll(() => subscribe.getAttribute('aria-pressed')).toBe('true')
  await list.evaluate('window.isSamePage = true')

  const page = await openConnectedPage('/rank')
  await begin('next')
  await page.getByRole('region', { name: '比赛直播' }).getByText('朔北苍狼 对 蜀道熊罴 开始了').waitFor()
  await page.getByRole('link', { name: '立即观看' }).click()
  await expect.poll(() => pathOf(page)).toBe(matchPath(matches.next, 1))
  await expect.poll(() => secOf(page), playing).toBeGreaterThan(0.5)
  await current(page, '国语解说').waitFor()
  await page.evaluate('window.isSamePage = true')

  await matches.tell([matches.aGoal('goal', goalMinute)], 'next')
  await expect.poll(() => page.locator('[data-plate=score] b').textContent()).toBe('1:0')
  await page.getByRole('button', { name: '赛况' }).click()
  await page.getByRole('list', { name: '赛况' }).getByText('罗既明').waitFor()
  const row = list.getByRole('listitem').filter({ hasText: '朔北苍狼' }).first()
  await expect.poll(() => row.innerText(), { timeout: 60_000 }).toContain('1 比 0')
  expect(await list.evaluate('window.isSamePage')).toBe(true)

  await page.getByRole('link', { name: /^现场原声/ }).click()
  await current(page, '现场原声').waitFor()
  await expect.poll(() => pathOf(page)).toBe(matchPath(matches.next, 2))

  await end('next')
  await expect.poll(() => tileOf(page, '全场录像').getAttribute('aria-current'), playing).toBe('true')
  await page.locator('[data-mark=goal]').click()
  await playsGoal(page)
  await tileOf(page, '集锦').click()
  await expect.poll(() => tileOf(page, '集锦').getAttribute('aria-current')).toBe('true')
  await expect.poll(() => page.locator('[data-mark=goal]').count(), playing).toBe(1)
  expect(await page.evaluate('window.isSamePage')).toBe(true)
  expect(problems).toEqual([])
})

test('[H01] [H02] the same by keyboard, on a phone and with scores hidden: nothing tells the score until it is asked for', async () => {
  await openBrowser('bujutou', { width: 360, hidesScores: true })
  const press = async (page: Page, name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> => {
    await page.getByRole(role, { name }).filter({ visible: true }).first().focus()
    await page.keyboard.press('Enter')
  }
  /** Neither seen nor read, and nothing wider than the phone. */
  const tellsNothing = async (page: Page): Promise<void> => {
    // Times of day may have the digits of the score.
    expect((await wordsOf(page)).replaceAll(/\d\d:\d\d/g, '')).not.toMatch(/罗既明|1 ?(?::|：|比) ?0|上半场/)
    expect(await page.locator('[data-plate=score]:visible').count()).toBe(0)
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  }

  const found = await openPage('/search')
  await found.getByRole('main').locator('input[name="q"]').focus()
  await found.keyboard.type('屿城 云溪')
  await found.keyboard.press('Enter')
  await found.waitForURL('**/search?q=*')
  await found
    .getByRole('main')
    .locator(`a[href="${matchPath(matches.later, 0)}"]`)
    .first()
    .focus()
  await found.keyboard.press('Enter')
  await found.locator('[data-screen=before-match]').waitFor()
  // The button shows what was pressed before the station knows it.
  const stored = found.waitForResponse('**/pub/live/sub*')
  await press(found, '订阅 屿城潮汐 对 云溪茶人')
  await stored
  await found.locator('button[aria-pressed=true]', { hasText: '已订阅' }).first().waitFor()
  await found.close()

  const page = await openConnectedPage('/rank')
  await begin('later')
  const popup = page.getByRole('region', { name: '比赛直播' })
  await popup.getByText('屿城潮汐 对 云溪茶人 开始了').waitFor()
  await tellsNothing(page)
  await press(page, '立即观看', 'link')
  await expect.poll(() => pathOf(page)).toBe(matchPath(matches.later, 1))
  await expect.poll(() => secOf(page), playing).toBeGreaterThan(0.5)
  await page.evaluate('window.isSamePage = true')

  await matches.tell([matches.aGoal('goal', goalMinute)], 'later')
  await press(page, '赛况')
  // The page has the goal, and shows none of it.
  await expect.poll(() => page.locator('[data-spoiler] li', { hasText: '罗既明' }).count()).toBeGreaterThan(0)
  await tellsNothing(page)
  await press(page, /^现场原声/, 'link')
  await current(page, '现场原声').waitFor()

  await end('later')
  await expect.poll(() => tileOf(page, '全场录像').getAttribute('aria-current'), playing).toBe('true')
  await expect
    .poll(() => page.evaluate<number>(`document.querySelector('video').duration`), playing)
    .toBeGreaterThan(900)
  await tellsNothing(page)
  expect(await page.locator('[data-mark]').count()).toBe(0)
  await page.getByRole('main').locator('header').getByRole('button', { name: '揭晓比分' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('[data-mark=goal]').count()).toBe(1)
  await press(page, /从这里看.*罗既明/)
  await playsGoal(page)
  await tileOf(page, '集锦').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => tileOf(page, '集锦').getAttribute('aria-current')).toBe('true')
  expect(await page.evaluate('window.isSamePage')).toBe(true)
  expect(problems).toEqual([])
})
