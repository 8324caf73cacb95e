import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findAxeViolationsInBothSkins } from './accessibility.ts'
import { launchBrowser, noMotion } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { visit } from './page-load.ts'
import { addChannels } from './test-channels.ts'
import { addMatches, type TestMatches } from './test-matches.ts'
import { openTestStation } from './test-station.ts'
import { addUser } from './test-users.ts'

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

/** Opens a page as a user, or as a guest without a token. */
async function open(path: string, token: string): Promise<void> {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...noMotion })
  if (token !== '') await context.addCookies([{ name: 'in', value: '1', url: station.url }])
  if (token !== '') await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`)
  page = await context.newPage()
  await visit(page, station.url + path)
}

test('[H02] the calendar of what one follows has a secret address, which is renewed after a question', async () => {
  await open('/user/sub', await addUser(station, 'rili'))
  await page.getByRole('button', { name: '生成日历地址' }).click()
  const link = page.getByRole('link', { name: '订阅到日历' })
  const first = await link.getAttribute('href')
  expect(await findAxeViolationsInBothSkins(page)).toEqual([])
  expect(first).toMatch(/^webcal:\/\/[^/]+\/calendar\/my\/[\w-]+\/matches\.ics$/)
  await page.getByRole('button', { name: '更换地址' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '更换地址' }).click()
  await expect.poll(() => link.getAttribute('href')).not.toBe(first)
})

test('[H02] competitions and teams link their calendars', async () => {
  await open(`/match/competition/${matches.competition}`, '')
  const link = () => page.getByRole('link', { name: '订阅到日历' }).getAttribute('href')
  expect(await link()).toBe(`webcal://${new URL(station.url).host}/calendar/competition/${matches.competition}.ics`)
  await visit(page, `${station.url}/match/team/${matches.team}`)
  expect(await link()).toBe(`webcal://${new URL(station.url).host}/calendar/team/${matches.team}.ics`)
})
