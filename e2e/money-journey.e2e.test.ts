import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDemoBank, type DemoBank } from '../apps/server/src/domains/demo/demo-bank.ts'
import { createDemoStore } from '../apps/server/src/domains/demo/demo-store.ts'
import type { DemoTables } from '../apps/server/src/domains/demo/demo-tables.ts'
import { demoNeeds } from '../apps/server/src/station-content.ts'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import { tools } from '../apps/server/src/testing/make-media.ts'
import { findAxeViolations } from './accessibility.ts'
import { autoplayArgs, launchBrowser, noMotion } from './browser.ts'
import { reload, visit, waitUntilHydrated } from './page-load.ts'
import { firstFilm, firstSec } from './player/player-pages.ts'
import { addFilm } from './test-films.ts'
import { openTestStation } from './test-station.ts'
import { agreeToVipTerms } from './test-users.ts'

/** What people do who buy: from the visitor to the member whose membership has ended, by the bank of the demonstration. */

const daySec = 86_400
const hourMs = 3_600_000
const password = 'wanquan-budui-93'

type Station = Awaited<ReturnType<typeof openTestStation>>

let station: Station
let bank: DemoBank
let browser: Browser
let path = ''
const contexts: BrowserContext[] = []
const problems: string[] = []
let movedMs = 0
let userCount = 0

beforeAll(async () => {
  const port = await freePort()
  const clock = { nowMs: () => Date.now() + movedMs }
  ;[station, browser] = await Promise.all([
    openTestStation({ env: { PORT: String(port), DEMO: '1' }, clock }),
    launchBrowser(autoplayArgs),
  ])
  const { platform } = station
  await platform.jobs.start()
  const store = createDemoStore(platform.db.withTables<DemoTables>())
  await store.setState('added')
  const { payments } = demoNeeds(platform, station.station)
  bank = createDemoBank({ config: platform.config, store, payments })
  await bank.start()
  await station.station.site.write({ vip_min_height: 480 })
  path = await addSeries()
})
afterAll(async () => {
  await browser.close()
  await bank.close()
  await station.close()
})
afterEach(async () => {
  movedMs = 0
  await Promise.all(contexts.splice(0).map((context) => context.close()))
  const [problem] = problems.splice(0)
  if (problem !== undefined) throw new Error(problem)
})

/** A title whose film has 360 and 480 lines. Returns the path of its first episode. */
async function addSeries(): Promise<string> {
  const assetId = await addFilm(station, firstFilm(true))
  const { writer } = station.station.catalog
  const nowSec = Math.floor(Date.now() / 1000)
  const draft = { genres: ['悬疑'], area: '内地', year: 2026, state: '连载', letter: 'B' }
  const title = { ...draft, pidId: 1, typeId: 11, origin: 'test:journey', name: '北屿灯塔', totalEpisodes: 1 }
  const { id } = await writer.saveTitle(title, nowSec)
  const episode = { source: '云幕一线', assetId, state: 'ready' as const, durationMs: firstSec * 1000 }
  await writer.saveEpisodes(id, [{ ...episode, level: 1, name: '守灯人' }], nowSec)
  station.notifyTitlesChanged([id])
  return `/player/vod/1/${id}/1`
}

async function openContext({ width = 1280, lang = 's', theme = 'b' } = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    ...noMotion,
    timezoneId: 'Asia/Shanghai',
    acceptDownloads: true,
  })
  contexts.push(context)
  await context.addCookies(Object.entries({ theme, lang }).map(([name, value]) => ({ name, value, url: station.url })))
  context.on('page', (page) => {
    page.on('pageerror', (err) => problems.push(err.message))
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  })
  return context
}

async function openIn(context: BrowserContext, at: string): Promise<Page> {
  const page = await context.newPage()
  await visit(page, station.url + at)
  return page
}

async function addAccount({ hasAgreed = true } = {}): Promise<string> {
  const name = `maijia${++userCount}`
  await station.station.accounts.manager.add({ name, email: `${name}@beiyu.example`, password })
  if (hasAgreed) await agreeToVipTerms(station, name)
  return name
}

async function openSignedIn(at: string, options = {}): Promise<Page> {
  const issued = await station.station.accounts.manager.issueToken(await addAccount(), {
    name: '测试',
    days: 30,
    scope: 'account',
  })
  if (typeof issued === 'string') throw new Error(issued)
  const context = await openContext(options)
  await context.addCookies([{ name: 'in', value: '1', url: station.url }])
  await context.addInitScript(
    `if (origin !== 'null') localStorage.getItem('token') ?? localStorage.setItem('token', '${issued.token}')`,
  )
  return openIn(context, at)
}

const dialog = (page: Page) => page.getByRole('dialog')
/** Not by role: behind a dialog the header has none. */
const badge = (page: Page) => page.locator('header [data-vip]').filter({ visible: true }).first()
const video = (page: Page) =>
  page.evaluate<{ sec: number; height: number }>(
    `(({ currentTime, videoHeight }) => ({ sec: currentTime, height: videoHeight }))(document.querySelector('video') ?? { currentTime: -1, videoHeight: 0 })`,
  )
async function expectHeight(page: Page, height: number): Promise<void> {
  await expect.poll(async () => (await video(page)).height, { timeout: 60_000 }).toBe(height)
}

async function choose(page: Page, { plan, method }: { plan: number; method: number }): Promise<void> {
  await page.locator('[data-plan] input').nth(plan).check({ force: true })
  await page.locator(`[data-method="${method}"] input`).check({ force: true })
}

/** Opens a page of the bank by what is pressed, in another tab. */
async function openBank(page: Page, press: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([page.waitForEvent('popup'), press()])
  await tab.getByRole('heading', { name: '演示收银台' }).waitFor()
  expect(new URL(tab.url()).origin).toBe(station.url)
  return tab
}

/** Presses the bank's button, which leads back to the page of the order. */
async function payThere(tab: Page): Promise<void> {
  await tab.getByText('这是演示，不会真的扣款。').waitFor()
  await tab.getByRole('button', { name: '付款' }).click()
  await tab.waitForURL(/\/user\/order\?no=/)
  await waitUntilHydrated(tab)
}

/** Loads a file in two requests, the first of which is broken off in the middle. */
async function loadInTwo(url: string, file: string): Promise<void> {
  const broken = new AbortController()
  const first = await fetch(url, { signal: broken.signal })
  const total = Number(first.headers.get('content-length'))
  const pieces: Buffer[] = []
  let taken = 0
  for await (const chunk of first.body ?? []) {
    pieces.push(Buffer.from(chunk))
    taken += chunk.length
    if (taken > total / 2) break
  }
  broken.abort()
  expect(taken).toBeLessThan(total)
  const etag = first.headers.get('etag') ?? ''
  const second = await fetch(url, { headers: { range: `bytes=${taken}-`, 'if-range': etag } })
  expect(second.status).toBe(206)
  expect(second.headers.get('content-range')).toBe(`bytes ${taken}-${total - 1}/${total}`)
  pieces.push(Buffer.from(await second.arrayBuffer()))
  await writeFile(file, Buffer.concat(pieces))
}

function playedSec(file: string): number {
  const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]
  return Number(execFileSync(tools.ffprobe, args, { encoding: 'utf8' }))
}

test('[J01] [J02] [J03] [J04] a visitor buys, sees VIP renditions, downloads, and is a member no more when the time is over', async () => {
  const name = await addAccount({ hasAgreed: false })
  const context = await openContext()
  const page = await openIn(context, path)
  const other = await openIn(context, '/update')
  await expectHeight(page, 360)
  await visit(page, `${station.url}/vip`)
  await choose(page, { plan: 0, method: 1 })
  await page.getByText('演示收银台：不会真的扣款').first().waitFor()
  await page.locator('[data-pay]').click()
  await page.locator('[aria-live]').getByText('请先登录用户!', { exact: true }).first().waitFor()
  await dialog(page).getByLabel('账号', { exact: true }).fill(name)
  await dialog(page).getByLabel('密码', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'detached' })
  await page.locator('[data-pay]').click()
  await dialog(page).getByRole('button', { name: '去支付' }).click()
  const tab = await openBank(page, () => dialog(page).getByRole('button', { name: '同意并继续' }).click())
  await payThere(tab)
  await Promise.all([badge(page).waitFor(), badge(tab).waitFor(), badge(other).waitFor()])
  await tab.locator('[data-receipt]').getByText('¥9.00').waitFor()
  await Promise.all([tab.close(), other.close()])

  // The address of a download is valid for twelve hours: the membership ends before it does.
  movedMs = 7 * daySec * 1000 - hourMs
  await visit(page, station.url + path)
  await expectHeight(page, 480)
  await page.locator('[data-download]').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '480P', exact: true }).click(),
  ])
  const url = download.url()
  await download.cancel()
  const file = join(station.folder, 'bought.mp4')
  await loadInTwo(url, file)
  expect(playedSec(file)).toBeCloseTo(firstSec, 0)

  movedMs = 7 * daySec * 1000 + hourMs
  expect((await fetch(url)).status).toBe(403)
  await reload(page)
  await expectHeight(page, 360)
  await badge(page).waitFor({ state: 'detached' })
  await page.locator('[data-download=offer]').waitFor()
  await page.getByRole('banner').getByRole('button', { name: '开通 VIP' }).waitFor()
}, 300_000)

test('[J01] [J04] by WeChat everything is done by keyboard, from the entry to the way back', async () => {
  const page = await openSignedIn('/rank')
  const press = async (on: Page, key: string, until: () => Promise<boolean>): Promise<void> => {
    for (let at = 0; at < 40 && !(await until()); at++) await on.keyboard.press(key)
    expect(await until()).toBe(true)
  }
  const focusedIn = (on: Page, selector: string) => () =>
    on.evaluate<boolean>(`document.activeElement !== null && document.activeElement.closest('${selector}') !== null`)
  await page.getByRole('banner').getByRole('button', { name: '开通 VIP' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('[data-plan]').first().waitFor()
  await press(page, 'Tab', focusedIn(page, '[data-plan]'))
  await page.keyboard.press('Space')
  await press(page, 'ArrowRight', () => page.locator('[data-plan] input').nth(1).isChecked())
  await press(page, 'Tab', focusedIn(page, '[data-method]'))
  await page.keyboard.press('Space')
  await press(page, 'ArrowRight', () => page.locator('[data-method="2"] input').isChecked())
  await press(page, 'Tab', focusedIn(page, '[data-pay]'))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: '确认用微信支付支付？' }).waitFor()
  const go = dialog(page).getByRole('button', { name: '去支付' })
  await press(page, 'Tab', () => go.evaluate((button) => button === button.ownerDocument.activeElement))
  const tab = await openBank(page, () => page.keyboard.press('Enter'))
  expect(await findAxeViolations(tab)).toEqual([])
  await press(tab, 'Tab', focusedIn(tab, 'form'))
  await tab.keyboard.press('Enter')
  await tab.waitForURL(/\/user\/order\?no=/)
  await Promise.all([badge(page).waitFor(), badge(tab).waitFor()])
  await page.getByRole('dialog', { name: '会员已开通' }).waitFor()
})

test('[A16] [J01] [J04] by card a phone in the traditional script is led there and back in one tab', async () => {
  const page = await openSignedIn('/vip', { width: 360, lang: 't', theme: 'w' })
  const other = await openIn(page.context(), '/update')
  await choose(page, { plan: 2, method: 3 })
  await page.locator('[data-pay]').click()
  await page.getByRole('heading', { name: '演示收银台' }).waitFor()
  await page.getByText('€8.90').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await payThere(page)
  await expect.poll(() => other.evaluate("JSON.parse(localStorage.getItem('userinfo') ?? '{}').groupId")).toBe(3)
  await page.getByRole('region', { name: '收據' }).getByText('€8.90').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
})

test('[J01] [J04] a code is scanned, or its page opened, and the dialog sees that it is paid', async () => {
  const page = await openSignedIn('/rank')
  const other = await openIn(page.context(), '/update')
  await page.getByRole('banner').getByRole('button', { name: '开通 VIP' }).click()
  await choose(page, { plan: 3, method: 4 })
  await page.locator('[data-pay]').click()
  await dialog(page).locator('[data-qr] path[d^="M"]').waitFor()
  const code = await dialog(page).locator('[data-qr]').getAttribute('data-qr')
  expect(code).toMatch(new RegExp(`^${station.url}/demo-bank/bank/pay/[0-9a-f]{32}$`))
  const tab = await openBank(page, () => dialog(page).getByRole('button', { name: '打开付款页' }).click())
  await tab.getByRole('button', { name: '付款' }).click()
  await tab.getByText('已付款。这一页可以关掉，回原来的页面看看。').waitFor()
  await page.getByRole('dialog', { name: '会员已开通' }).waitFor()
  await Promise.all([badge(page).waitFor(), badge(other).waitFor()])
})

test('[J01] [J04] a refund that is asked for takes the membership away in every tab', async () => {
  const page = await openSignedIn('/vip')
  const other = await openIn(page.context(), '/update')
  await choose(page, { plan: 1, method: 1 })
  await page.locator('[data-pay]').click()
  const tab = await openBank(page, () => dialog(page).getByRole('button', { name: '去支付' }).click())
  await payThere(tab)
  await Promise.all([badge(other).waitFor(), badge(tab).waitFor()])
  await tab.getByRole('button', { name: '申请退款' }).click()
  await tab.getByLabel('退款原因（选填）').fill('买错了')
  await tab.keyboard.press('Enter')
  await tab.locator('[data-order]').getByText('已退款').first().waitFor()
  expect(await station.station.vip.operator.orders.list({}, 1)).toMatchObject([
    { state: 'refunded', refundAmount: 2500 },
  ])
  await Promise.all([badge(other).waitFor({ state: 'detached' }), badge(tab).waitFor({ state: 'detached' })])
})
