import { chinaDay } from '@yunmu/contract/china-time'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findAxeViolations } from '../accessibility.ts'
import { autoplayArgs, launchBrowser, noMotion } from '../browser.ts'
import type { TestStation } from '../in-process-station.ts'
import { visit } from '../page-load.ts'
import { addChannels } from '../test-channels.ts'
import { addMatches, type TestMatches } from '../test-matches.ts'
import { openTestStation } from '../test-station.ts'
import { addUser } from '../test-users.ts'

let station: TestStation
let browser: Browser
let matches: TestMatches
let page: Page
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
afterEach(() => page.context().close())

interface Reader {
  viewport?: { width: number; height: number }
  token?: string
  hidesScores?: boolean
}

async function open(path: string, { viewport, token, hidesScores = false }: Reader = {}): Promise<void> {
  const context = await browser.newContext({
    viewport: viewport ?? { width: 1280, height: 900 },
    bypassCSP: true,
    ...noMotion,
  })
  if (token !== undefined) await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`)
  if (hidesScores)
    await context.addInitScript(
      `localStorage.setItem('spoilers', JSON.stringify({ isHiding: true, userId: 0, isUnsaved: false, opened: [] }))`,
    )
  page = await context.newPage()
  problems.length = 0
  page.on('pageerror', (err) => problems.push(err.message))
  await visit(page, station.url + path)
}

const video = (property: string): Promise<number> =>
  page.evaluate<number>(`document.querySelector('video').${property}`)
const seconds = (): Promise<number> => video('currentTime')
const stored = (key: string): Promise<string> => page.evaluate<string>(`localStorage.getItem('${key}') ?? ''`)
/** The position of the newest record of this browser. */
const recordedSec = async (): Promise<number> =>
  Number(/"currentTime":([\d.]+)/.exec(await stored('history'))?.[1] ?? 0)
/** Within a segment at both ends. */
async function hasLength(sec: number): Promise<void> {
  await expect.poll(async () => Math.abs((await video('duration')) - sec), { timeout: 60_000 }).toBeLessThan(8)
}
const tile = (name: string) => page.getByRole('region', { name: '录像' }).getByRole('link', { name })

/** The recording begins a minute before the start and ends a minute and a half after the end, 885 seconds after the start. */
const lengthSec = 60 + 885 + 90
/** The goal is 840 seconds after the start; a press goes to eight seconds before it. */
const beforeGoalSec = 60 + 840 - 8
/** Fifteen seconds before the goal and twenty-five after it. */
const highlightsSec = 40

test('[H01] [B12] a match ends, its page plays its recording from a goal, by pointer and by key, and then the highlights', async () => {
  await open(`/match/play/${matches.running}/0`)
  await expect.poll(seconds, { timeout: 60_000 }).toBeGreaterThan(0.5)
  await page.evaluate('window.isSamePage = true')
  // It ended so long ago that its streams are closed.
  await matches.tell([{ type: 'final', id: 'final', wallMs: (await startOf(matches.running)) + 885_000 }])
  await matches.record()
  await expect.poll(() => tile('全场录像').getAttribute('aria-current'), { timeout: 60_000 }).toBe('true')
  await hasLength(lengthSec)

  // Live playback may have run faster to catch up.
  await expect.poll(() => video('playbackRate')).toBe(1)

  await page.locator('[data-mark=one]').click()
  await expect.poll(seconds).toBeGreaterThan(beforeGoalSec - 2)
  expect(await seconds()).toBeLessThan(beforeGoalSec + 30)

  await page.getByRole('button', { name: '赛况' }).click()
  const timeline = page.getByRole('list', { name: '赛况' })
  await timeline.getByRole('button', { name: /从这里看.*上半场开始/ }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(seconds).toBeLessThan(60)
  await timeline.getByRole('button', { name: /从这里看.*15′.*许砚/ }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(seconds).toBeGreaterThan(beforeGoalSec - 2)
  // What happened after the recording has nothing to press.
  expect(await timeline.getByRole('button', { name: '黄牌' }).count()).toBe(0)
  expect(await findAxeViolations(page)).toEqual([])

  // The recording of the other stream goes on at the same moment, with the same marks.
  const streams = page.getByRole('region', { name: '解说与视角' })
  await expect.poll(() => streams.locator('a[aria-current]').textContent()).toContain('国语解说')
  await streams.getByRole('link', { name: '现场原声' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/match/play/${matches.running}/2`)
  await expect.poll(() => streams.locator('a[aria-current]').textContent()).toContain('现场原声')
  await hasLength(lengthSec)
  await expect.poll(seconds).toBeGreaterThan(beforeGoalSec - 2)
  expect(await seconds()).toBeLessThan(beforeGoalSec + 60)
  await expect.poll(() => page.locator('[data-mark=one]').count()).toBe(1)

  await tile('集锦').click()
  await expect.poll(() => tile('集锦').getAttribute('aria-current')).toBe('true')
  await hasLength(highlightsSec)
  await expect.poll(() => page.locator('[data-mark=one]').count()).toBe(1)
  await expect.poll(seconds, { timeout: 60_000 }).toBeGreaterThan(0.5)
  await expect.poll(() => streams.locator('a[aria-current]').textContent()).toContain('现场原声')
  expect(await page.evaluate('window.isSamePage')).toBe(true)
  expect(problems).toEqual([])
})

/** The list of the day on which the recorded match began. */
const overList = (): string => `/match/single?state=over&day=${chinaDay(matches.startedMs / 1000)}`

test('[H01] on a phone the page of a recorded match plays it, and lists lead to it', async () => {
  await open(overList(), { viewport: { width: 360, height: 740 } })
  await page.getByRole('link', { name: '录像' }).first().click()
  await tile('全场录像').waitFor()
  await hasLength(lengthSec)
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  expect(problems).toEqual([])
})

test('[F09] [H01] a watched recording is in the history and goes on where it was left, on its stream and on another device', async () => {
  const token = await addUser(station, 'huikan')
  await open(`/match/play/${matches.running}/2`, { token })
  await hasLength(lengthSec)
  await page.evaluate("void (document.querySelector('video').currentTime = 300)")
  await expect.poll(recordedSec, { timeout: 60_000 }).toBeGreaterThan(300)
  await page.evaluate("document.querySelector('video').pause()")
  await expect.poll(() => stored('history')).toContain('"sent":true')
  const leftSec = await recordedSec()
  expect(await stored('history')).toContain('"type":"match","id":')

  await visit(page, station.url)
  const banner = page.getByRole('banner')
  await banner.getByRole('button', { name: '看过' }).hover()
  const row = banner.getByRole('link', { name: /江海港务 对 北屿远航/ })
  expect(await row.getAttribute('href')).toBe(`/match/play/${matches.running}/2`)

  // Elsewhere, with hidden scores: nothing there tells how long the match was.
  await page.context().close()
  await open('/user/back', { token, hidesScores: true })
  const card = page.getByRole('region', { name: '接着看' })
  await card.getByRole('heading', { name: '江海港务 对 北屿远航' }).waitFor()
  const words = await card.innerText()
  const position = /(\d+):(\d\d)/.exec(words)
  expect(Math.abs(Number(position?.[1]) * 60 + Number(position?.[2]) - leftSec)).toBeLessThan(10)
  expect(words).not.toMatch(/17:1\d|%|剩/)
  await page.getByRole('group', { name: '类别' }).getByText('赛事').click()
  await page
    .getByRole('listitem')
    .getByRole('link', { name: new RegExp(`江海港务 对 北屿远航.*看到 ${Math.floor(leftSec / 60)} 分`) })
    .waitFor()
  await page.getByRole('group', { name: '类别' }).getByText('全部').click()
  await card.getByRole('link', { name: '继续播放' }).click()
  await expect.poll(seconds, { timeout: 60_000 }).toBeGreaterThan(leftSec - 2)
  expect(await seconds()).toBeLessThan(leftSec + 60)
  await expect
    .poll(() => page.getByRole('region', { name: '解说与视角' }).locator('a[aria-current]').textContent())
    .toContain('现场原声')
  expect(problems).toEqual([])
})

test('[H01] 集锦 of a row in the list plays the highlights of that match', async () => {
  await open(overList())
  await page.getByRole('link', { name: '集锦 江海港务 对 北屿远航' }).first().click()
  await expect.poll(() => tile('集锦').getAttribute('aria-current')).toBe('true')
  await hasLength(highlightsSec)
  await tile('全场录像').click()
  await hasLength(lengthSec)
  expect(problems).toEqual([])
})

test('[F09] [H01] a visitor who signs in while a recording plays goes on watching it', async () => {
  const token = await addUser(station, 'zhongtu')
  await open(`/match/play/${matches.running}/1`)
  await hasLength(lengthSec)
  await expect.poll(seconds, { timeout: 60_000 }).toBeGreaterThan(0.5)
  await page.evaluate(
    "void document.querySelector('video').addEventListener('emptied', () => { window.hasRestarted = true })",
  )
  const record = page.waitForResponse((response) => response.url().includes('/user/watch/record'))
  await page.evaluate(`localStorage.setItem('token', ${JSON.stringify(token)})
    dispatchEvent(new StorageEvent('storage', { key: 'token' }))`)
  await (await record).finished()
  const sinceSec = await seconds()
  await expect.poll(seconds, { timeout: 60_000 }).toBeGreaterThan(sinceSec + 2)
  expect(await page.evaluate('window.hasRestarted === true')).toBe(false)
  expect(problems).toEqual([])
})

/** When a match started, Unix milliseconds. */
async function startOf(id: number): Promise<number> {
  const found = await station.platform.pool.query<{ at: string }>(
    "select course->>'startedMs' as at from match where id = $1",
    [id],
  )
  return Number(found.rows[0]?.at)
}
