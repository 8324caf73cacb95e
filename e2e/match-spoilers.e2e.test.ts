import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findAxeViolations } from './accessibility.ts'
import { autoplayArgs, launchBrowser, noMotion } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { setMatchNotices } from './match-notices.ts'
import { loadDocument, visit } from './page-load.ts'
import { addChannels } from './test-channels.ts'
import { addMatches, type TestMatches } from './test-matches.ts'
import { openTestStation } from './test-station.ts'
import { addUser } from './test-users.ts'

let station: TestStation
let browser: Browser
let matches: TestMatches
let page: Page

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
  isHiding?: boolean
  token?: string
  width?: number
  /** Without scripts the page stays as the server rendered it, with the attribute of the boot script. */
  hasScripts?: boolean
}

async function open(path: string, { isHiding = true, token = '', width = 1280, hasScripts = true }: Reader = {}) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, bypassCSP: true, ...noMotion })
  const stored = JSON.stringify({ isHiding, userId: 0, isUnsaved: false, opened: [] })
  if (isHiding)
    await context.addInitScript(`localStorage.getItem('spoilers') ?? localStorage.setItem('spoilers', '${stored}')`)
  if (token !== '') {
    await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`)
    await context.addCookies([{ name: 'in', value: '1', url: station.url }])
  }
  if (!hasScripts) await context.route('**/assets/*.js', (route) => route.abort())
  page = await context.newPage()
  if (hasScripts) await visit(page, station.url + path)
  else await loadDocument(page, station.url + path)
}

const matchPath = (id: number): string => `/match/play/${id}/0`
/** The words of the page that are seen or read by screen readers. */
const words = (): Promise<string> => page.locator('body').innerText()
const score = /\d+ ?(?::|：|比) ?\d+(?!\d|:)/
/** What tells the course of the football matches of the station. */
const courses = /落后|落败|许砚 \d|黄牌|上半场|14\s+射门/

test('[H01] what tells a score is neither seen nor read in the page that the server sent, before any script of the page runs', async () => {
  for (const path of ['/', '/match/single', matchPath(matches.past), `/match/team/${matches.team}`]) {
    await open(path, { hasScripts: false })
    expect(await page.locator('html').getAttribute('data-hides-scores'), path).toBe('')
    expect(await page.locator('[data-spoiler]').count(), path).toBeGreaterThan(0)
    expect(await page.locator('[data-spoiler]:visible').count(), path).toBe(0)
    expect(await words(), path).not.toMatch(courses)
    expect(await page.title(), path).not.toMatch(score)
    await page.context().close()
  }
})

test('[H01] lists, the home page, notices and teams hide every score, and one press of the switch shows them', async () => {
  await open('/match/single')
  const row = page.getByRole('listitem').filter({ hasText: '江海港务' }).first()
  expect(await row.innerText()).toContain('比分已隐藏')
  expect(await row.innerText()).toContain('进行中')
  expect(await words()).not.toMatch(courses)
  expect(await findAxeViolations(page)).toEqual([])
  await setMatchNotices(page, {
    popup: null,
    alerts: [{ id: matches.running, streamId: 0, msg: '江海港务 对 北屿远航' }],
  })
  expect(await page.getByRole('region', { name: '订阅的比赛' }).innerText()).not.toMatch(score)
  for (const path of ['/', `/match/team/${matches.team}`, `/match/competition/${matches.competition}`]) {
    await visit(page, station.url + path)
    await page.getByText('江海港务').first().waitFor()
    expect(await page.locator('[data-spoiler]:visible').count(), path).toBe(0)
    expect(await words(), path).not.toMatch(courses)
  }
  await page.getByRole('button', { name: '显示积分榜' }).click()
  expect(await page.getByRole('table').innerText()).toContain('江海港务')
  await visit(page, `${station.url}/match/single`)
  const toggle = page.getByRole('switch', { name: '隐藏比分' })
  expect(await toggle.getAttribute('aria-checked')).toBe('true')
  await toggle.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => row.innerText()).toContain('1 比 0')
  expect(await page.getByText('比分已隐藏').filter({ visible: true }).count()).toBe(0)
})

test('[H01] a match is opened on its page, by keyboard, and then is open everywhere, and no other match is', async () => {
  await open(matchPath(matches.past), { width: 360 })
  expect(await words()).not.toMatch(courses)
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  expect(await findAxeViolations(page)).toEqual([])
  await page.locator('header').getByRole('button', { name: '揭晓比分' }).focus()
  await page.keyboard.press('Enter')
  const main = page.getByRole('main')
  await expect.poll(() => main.innerText()).toContain('3 比 1')
  expect(await page.getByRole('list', { name: '赛况' }).locator('[data-score]').count()).toBe(4)
  expect(await page.getByRole('button', { name: '揭晓比分' }).filter({ visible: true }).count()).toBe(0)
  await visit(page, `${station.url}/match/team/${matches.team}`)
  const rows = page.getByRole('listitem')
  await expect.poll(() => rows.filter({ hasText: '第 11 轮' }).first().innerText()).toContain('3 比 1')
  expect(await rows.filter({ hasText: '第 12 轮' }).first().innerText()).toContain('比分已隐藏')
})

test('[H01] a goal of a running match is neither shown nor said while it is hidden, and the rest follows a press', async () => {
  await open(matchPath(matches.running))
  await page.getByRole('button', { name: '赛况' }).click()
  const list = page.getByRole('list', { name: '赛况' })
  await page.evaluate('window.isSamePage = true')
  await matches.tell([matches.aGoal('hidden')])
  const note = page.getByText('比分已隐藏，但直播画面里的比分牌遮不住')
  expect(await note.isVisible()).toBe(true)
  // The page has the goal, and shows none of it.
  await expect.poll(() => page.locator('[data-spoiler] li', { hasText: '罗既明' }).count()).toBeGreaterThan(0)
  expect(await words()).not.toMatch(courses)
  expect(await page.locator('[role=status][data-announcement]').textContent()).toBe('')
  expect(await page.locator('[data-plate=score]:visible').count()).toBe(0)
  await page.locator('#match-panel').getByRole('button', { name: '揭晓比分' }).click()
  await list.getByText('罗既明').waitFor()
  expect(await note.count()).toBe(0)
  await expect.poll(() => page.locator('[data-plate=score] b').innerText()).toBe('2:0')
  expect(await page.getByRole('heading', { name: '数据' }).isVisible()).toBe(true)
  expect(await page.evaluate('window.isSamePage')).toBe(true)
})

test('[E05] [H01] the choice is kept with the account: made in one browser, it is there in another', async () => {
  const token = await addUser(station, 'bujutou')
  await open('/user/info', { isHiding: false, token })
  await page.getByRole('checkbox', { name: /^隐藏比分/ }).check()
  const kept = () => station.platform.pool.query("select hides_scores from app_user where name = 'bujutou'")
  await expect.poll(async () => (await kept()).rows).toEqual([{ hides_scores: true }])
  await page.context().close()
  await open('/match/single', { isHiding: false, token })
  await expect.poll(() => page.locator('html').getAttribute('data-hides-scores')).toBe('')
  expect(await page.getByRole('switch', { name: '隐藏比分' }).getAttribute('aria-checked')).toBe('true')
  expect(await words()).not.toMatch(courses)
})
