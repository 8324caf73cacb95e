import { chinaDay, daySpan } from '@yunmu/contract/china-time'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findAxeViolationsInBothSkins } from './accessibility.ts'
import { launchBrowser, noServiceWorker } from './browser.ts'
import { addChannels, addGuideOnlyChannels, type TestChannel } from './test-channels.ts'
import type { TestStation } from './in-process-station.ts'
import { openTestStation } from './test-station.ts'
import { visit } from './page-load.ts'

const nowSec = (): number => Math.floor(Date.now() / 1000)

let station: TestStation
let browser: Browser
let page: Page
let first: TestChannel | undefined
const problems: string[] = []

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation(), launchBrowser()])
  ;[first] = await addChannels(station)
  await addGuideOnlyChannels(station, 296)
})
afterAll(async () => {
  await browser.close()
  await station.close()
})
afterEach(() => page.context().close())

async function open(path: string, options: BrowserContextOptions = {}): Promise<void> {
  problems.length = 0
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...noServiceWorker, ...options })
  page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  await visit(page, station.url + path)
}

const grid = () => page.getByRole('grid')
/** The scroll container of the grid. */
const scroller = `document.querySelector('[role=grid]').closest('main > *')`
const cell = (name = '') => grid().getByRole('gridcell').filter({ hasText: name })
const focusedLink = (): Promise<string> =>
  page.evaluate<string>(`document.querySelector('[role=rowheader] a:focus')?.textContent ?? ''`)
/** Text of the focused cell; empty if another element has the focus. */
const focused = (): Promise<string> =>
  page.evaluate<string>(`document.querySelector('button:focus')?.textContent ?? ''`)

test('[G01] three hundred channels over eleven days: the current time is visible, and only a part is in the document', async () => {
  await open('/guide')
  await cell(first?.programmeName(0)).first().waitFor()
  await expect.poll(() => grid().getAttribute('aria-rowcount')).toBe('300')
  for (const to of [0, 9000, 20_000]) {
    await page.evaluate(`${scroller}.scrollTop = ${to}`)
    await grid().getByRole('row').first().waitFor()
    expect(await grid().locator('*').count()).toBeLessThan(2500)
  }
  expect(problems).toEqual([])
})

test('[G01] arrows move in time and between channels, and Enter opens details; a past programme can be replayed', async () => {
  await open('/guide')
  await cell(first?.programmeName(0)).first().getByRole('button').focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(focused).toContain(first?.programmeName(-1))
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toContain('节目-1')
  await page.keyboard.press('ArrowUp')
  await expect.poll(focused).toContain(first?.programmeName(-1))
  const dialog = page.getByRole('dialog', { name: first?.programmeName(-1) ?? '' })
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(focused).toContain(first?.programmeName(-1))
  await page.keyboard.press('Enter')
  await dialog.getByRole('link', { name: '回看' }).click()
  await page.waitForURL(`**/player/live/tv/0/${first?.id}?programme=*`)
})

test('[G01] channel names are reached and traversed by keyboard, and link to their pages', async () => {
  await open('/guide')
  await cell(first?.programmeName(0)).first().getByRole('button').focus()
  await page.keyboard.press('Home')
  await expect.poll(focusedLink).toContain('云幕一套')
  await page.keyboard.press('ArrowRight')
  await expect.poll(focused).toContain(first?.programmeName(0))
  await page.keyboard.press('Shift+Tab')
  await expect.poll(focusedLink).toContain('云幕一套')
  await page.keyboard.press('ArrowDown')
  await expect.poll(focusedLink).not.toContain('云幕一套')
  await page.keyboard.press('ArrowUp')
  await expect.poll(focusedLink).toContain('云幕一套')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/player/live/tv/0/${first?.id}`)
})

test('[G01] hovering a programme shows its details with a link', async () => {
  await open('/guide')
  await cell(first?.programmeName(0)).first().hover()
  const dialog = page.getByRole('dialog', { name: first?.programmeName(0) ?? '' })
  await dialog.hover()
  expect(await dialog.getByRole('link', { name: '观看' }).count()).toBe(1)
  await dialog.getByRole('link', { name: '观看' }).click()
  await page.waitForURL(`**/player/live/tv/0/${first?.id}`)
})

test('[G01] from the other end of the day, one press returns to the current time', async () => {
  await open('/guide')
  await cell(first?.programmeName(0)).first().waitFor()
  const isMorning = new Date(Date.now() + 8 * 3600_000).getUTCHours() < 12
  await page.evaluate(`${scroller}.scrollLeft = ${isMorning ? 20_000 : 0}`)
  const back = page.getByRole('button', { name: '回到此刻' })
  await back.click()
  await cell(first?.programmeName(0)).first().waitFor()
  await expect.poll(() => back.count()).toBe(0)
})

test('[G01] [A02] the navigation links to domestic and overseas channels, and groups filter the guide', async () => {
  await open('/guide?type=us')
  await expect.poll(() => grid().getAttribute('aria-rowcount')).toBe('1')
  await page.getByRole('group', { name: '频道分组' }).getByRole('button', { name: '云幕' }).click()
  await page.waitForURL('**/guide?group=*')
  await expect.poll(() => grid().getAttribute('aria-rowcount')).toBe('3')
})

test('[G04] what an operator enters, moves and removes by hand is on the page at once', async () => {
  const { entries } = station.station.guide
  // The page of a channel shows today, which may end, or have begun, minutes from now.
  const { fromSec: startSec, toSec: endSec } = daySpan(chinaDay(nowSec()))
  const today = await entries.ofChannel(first?.id ?? 0, { startSec, endSec })
  const awayFromNow = (programme: { startSec: number }): number => Math.abs(programme.startSec - nowSec())
  const [, next, later] = today
    .filter((programme) => programme.startSec >= startSec && programme.endSec <= endSec)
    .toSorted((a, b) => awayFromNow(a) - awayFromNow(b))
  if (!next || !later) throw new Error('the channel has no programmes')
  const texts = { sub: '', intro: '', category: '' }
  const span = { startSec: next.startSec, endSec: next.endSec }
  const added = await entries.add({ ...texts, ...span, channelId: next.channelId, name: '临时：决赛直播' })
  const id = added instanceof Object && 'id' in added ? added.id : 0
  await open('/guide')
  await cell('临时：决赛直播').first().waitFor()
  expect(await cell(next.name).count()).toBe(0)
  await entries.move(id, { startSec: later.startSec, endSec: later.endSec })
  await open(`/player/live/tv/0/${next.channelId}`)
  await page.locator('#guide').getByText('临时：决赛直播').waitFor()
  expect(await page.locator('#guide').getByText(later.name).count()).toBe(0)
  await entries.remove(id)
  await open('/guide')
  await cell(first?.programmeName(0)).first().waitFor()
  expect(await cell('临时：决赛直播').count()).toBe(0)
})

test('[G01] a narrow page shows one channel at a time', async () => {
  await open('/guide', { viewport: { width: 390, height: 844 } })
  await page.getByRole('button', { name: /云幕电影/ }).click()
  await page.getByText('云幕电影节目0').waitFor()
  expect(await grid().count()).toBe(0)
  expect(await page.evaluate<number>(`document.documentElement.scrollWidth`)).toBe(390)
})

test('[G01] the guide has no accessibility violations', async () => {
  await open('/guide', { reducedMotion: 'reduce' })
  await cell(first?.programmeName(0)).first().waitFor()
  expect(await findAxeViolationsInBothSkins(page)).toEqual([])
})
