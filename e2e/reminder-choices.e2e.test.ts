import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findAxeViolationsInBothSkins } from './accessibility.ts'
import { launchBrowser, noMotion } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { waitOutMidnight } from './midnight.ts'
import { firstFrame, reload, visit } from './page-load.ts'
import { addChannels } from './test-channels.ts'
import { addMatches, type TestMatches } from './test-matches.ts'
import { openTestStation } from './test-station.ts'
import { addUser } from './test-users.ts'

// Lists have the matches of today, and one of them is about to begin.
await waitOutMidnight()

let station: TestStation
let browser: Browser
let matches: TestMatches
let context: BrowserContext
let page: Page

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation(), launchBrowser()])
  const [channel] = await addChannels(station)
  matches = await addMatches(station, channel?.id ?? 0)
})
afterAll(async () => {
  await browser.close()
  await station.close()
})
afterEach(() => context.close())

/** Opens the subscriptions of a new user, who follows the home team of the running match. */
async function openSubscriptions(name: string, width = 1280): Promise<void> {
  const token = await addUser(station, name)
  await station.platform.pool.query(
    `insert into sports_follow (user_id, kind, ref_id, created_at) select id, 'team', $2, 0 from app_user where name = $1`,
    [name, matches.team],
  )
  context = await browser.newContext({ viewport: { width, height: 900 }, ...noMotion })
  await context.addCookies([{ name: 'in', value: '1', url: station.url }])
  await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`)
  page = await context.newPage()
  await visit(page, `${station.url}/user/sub`)
}
const box = (name: string) => page.getByRole('group', { name: '提醒' }).getByRole('checkbox', { name, exact: true })
const boxes = () => Promise.all(['开赛前', '开赛时', '进球', '终场'].map((name) => box(name).isChecked()))
const stored = async (): Promise<object | undefined> =>
  (await station.platform.pool.query('select soon, start, score, over from match_reminder_choice')).rows.at(-1)
/** What happens in the running match, told to open pages. */
const remind = async (): Promise<void> => {
  await station.station.matches.remind()
  await station.platform.events.deliverCommitted()
}

test('[H02] before the start and at it is the default; what is chosen, also by keyboard, is kept', async () => {
  await openSubscriptions('xuanze', 360)
  await box('开赛前').waitFor()
  expect(await boxes()).toEqual([true, true, false, false])
  await box('开赛前').focus()
  await page.keyboard.press('Space')
  await box('进球').check()
  await page.getByText('足球每个进球提醒一次').waitFor()
  expect(await findAxeViolationsInBothSkins(page)).toEqual([])
  await expect.poll(stored).toEqual({ soon: false, start: true, score: true, over: false })
  await reload(page)
  await box('开赛前').waitFor()
  expect(await boxes()).toEqual([false, true, true, false])
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
})

test('[H02] the page of a match that is not over leads to the choice of its reminders', async () => {
  await openSubscriptions('tixing', 360)
  await visit(page, `${station.url}/match/play/${matches.running}/0`)
  await page.getByRole('link', { name: '提醒方式' }).click()
  await page.waitForURL('**/user/sub')
  await box('开赛前').waitFor()
  await visit(page, `${station.url}/match/play/${matches.past}/0`)
  await page.getByRole('switch', { name: '隐藏比分' }).first().waitFor()
  expect(await page.getByRole('link', { name: '提醒方式' }).count()).toBe(0)
})

test('[H02] what a user subscribed to, follows and voted for is shown after a page has been loaded anew', async () => {
  await openSubscriptions('zailai')
  for (const [table, columns, id] of [
    ['match_subscription', 'user_id, match_id, created_at', matches.next],
    ['match_vote', 'user_id, match_id, side', matches.running],
  ] as const)
    await station.platform.pool.query(
      `insert into ${table} (${columns}) select id, $1, ${table === 'match_vote' ? "'home'" : '0'} from app_user where name = 'zailai'`,
      [id],
    )
  await page.getByRole('region', { name: '关注的球队和赛事' }).getByRole('link', { name: '江海港务' }).waitFor()
  await visit(page, `${station.url}/match/single?state=mine`)
  await page
    .getByRole('button', { name: /^已订阅 朔北苍狼/ })
    .first()
    .waitFor()
  await visit(page, `${station.url}/match/team/${matches.team}`)
  await page.getByRole('button', { name: '关注江海港务', pressed: true }).waitFor()
  await visit(page, `${station.url}/match/play/${matches.running}/0`)
  const voted = page.getByRole('group', { name: '支持' }).getByRole('button', { pressed: true })
  await voted.waitFor()
  expect(await voted.getAttribute('aria-label')).toContain('江海港务')
})

/** Loads a page, and waits until the station can tell it something. */
async function connected(path: string): Promise<void> {
  const isOpen = firstFrame(page)
  await visit(page, station.url + path)
  await isOpen
}
const alerts = () => page.getByRole('region', { name: '订阅的比赛' })

test('[H02] [A13] a goal is announced on another page to who chose so, and leads to the match', async () => {
  await openSubscriptions('jinqiu')
  await box('开赛时').uncheck()
  await box('进球').check()
  await expect.poll(stored).toMatchObject({ start: false, score: true })
  await connected('/rank')
  await matches.tell([{ ...matches.aGoal('second'), wallMs: Date.now() }])
  await remind()
  await alerts()
    .getByText(/^江海港务 2:0 北屿远航 \d+′ 进球 罗既明$/)
    .waitFor()
  await alerts().getByRole('link', { name: '观看' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/match/play/${matches.running}/1`)
})

test('[H02] [E05] who hides scores is told of the end without the score, and of no goal', async () => {
  await openSubscriptions('bujutou')
  await visit(page, `${station.url}/match/single`)
  await page.getByRole('switch', { name: '隐藏比分' }).click()
  await connected('/user/sub')
  await box('进球').check()
  await box('终场').check()
  await page.getByText('你隐藏了比分：不会收到进球提醒，终场提醒不带比分').waitFor()
  await expect.poll(stored).toMatchObject({ score: true, over: true })
  await matches.tell([{ ...matches.aGoal('third'), wallMs: Date.now() }])
  await remind()
  await matches.tell([{ type: 'final', id: 'final', wallMs: Date.now() }])
  await remind()
  await alerts().getByText('江海港务 对 北屿远航 结束了').waitFor()
  const { rows } = await station.platform.pool.query(
    `select moment from match_reminder_user join app_user on id = user_id where name = 'bujutou' order by 1`,
  )
  expect(rows).toEqual([{ moment: 'over' }])
})
