import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openAccountStation, type AccountStation } from '../accounts/account-station.ts'
import { findAxeViolationsInBothSkins } from '../accessibility.ts'
import { launchBrowser, noMotion } from '../browser.ts'
import { addSampleLists, sampleLive } from '../sample-data.ts'
import { reload, visit } from '../page-load.ts'

const nowSec = (): number => Math.floor(Date.now() / 1000)

let station: AccountStation
let browser: Browser
let page: Page
let titleId: number
const contexts: BrowserContext[] = []
const problems: string[] = []

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openAccountStation(sampleLive(nowSec())), launchBrowser()])
  const draft = { pidId: 2, typeId: 21, origin: 'test:1', name: '北屿灯塔', genres: ['悬疑'], area: '内地', year: 2026 }
  const { id } = await station.station.catalog.writer.saveTitle({ ...draft, letter: 'B' }, nowSec())
  titleId = id
  station.notifyTitlesChanged([id])
})
afterAll(async () => {
  await browser.close()
  await station.close()
})
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()))
  problems.length = 0
})

/** Adds a user with followed channels, subscribed matches and comments. */
async function makeUser(name: string, { follows = 0, comments = 0 } = {}): Promise<string> {
  const { manager } = station.station.accounts
  const added = await manager.add({ name, email: `${name}@beiyu.example`, password: 'wanquan-budui-93' })
  const issued = await manager.issueToken(name, { name: '另一台', days: 1, scope: 'account' })
  if (typeof added === 'string' || typeof issued === 'string') throw new Error(`${name} could not be made`)
  const written = Array.from({ length: comments }, (_, at) => `第 ${at} 条：灯塔那一段拍得真好`)
  await addSampleLists(station.platform, { userId: added.id, nowSec: nowSec(), follows, comments: written, titleId })
  return issued.token
}

/** Opens a page in a new context, signed in. */
async function open(
  path: string,
  token: string,
  { cookies = {}, ...options }: BrowserContextOptions & { cookies?: Record<string, string> } = {},
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...noMotion, ...options })
  contexts.push(context)
  const all = Object.entries({ ...cookies, in: '1' })
  await context.addCookies(all.map(([name, value]) => ({ name, value, url: station.url })))
  await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`)
  page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  page.on('console', (message) => {
    const isOwn = /Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isOwn) problems.push(message.text())
  })
  await goTo(path)
}

async function goTo(path: string): Promise<void> {
  await visit(page, station.url + path)
}

const main = () => page.getByRole('main')
const overflowPx = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
const rows = () => main().getByRole('listitem')
const toast = (text: string) => page.locator('[aria-live]').getByText(text, { exact: true })
const undo = () => page.locator('[aria-live]').getByRole('button', { name: '撤销' }).last()
const refuse = { json: { code: 7, msg: '现在不行', data: { refusal: 'Overloaded' }, day: '' } }

test('[B13] [K06] a user without entries is told so on each page, with a link home', async () => {
  const token = await makeUser('anhe')
  await open('/user/info', token, { bypassCSP: true, viewport: { width: 360, height: 900 } })
  for (const [path, text] of [
    ['/user/access', '还没有关注频道'],
    ['/user/comment', '还没有发表过评论'],
    ['/user/sub', '还没有订阅比赛'],
  ] as const) {
    await goTo(path)
    await main().getByText(text).waitFor()
    expect(await main().getByRole('link', { name: '去首页看看' }).getAttribute('href')).toBe('/')
    expect(await findAxeViolationsInBothSkins(page)).toEqual([])
    expect(await overflowPx()).toBeLessThanOrEqual(0)
  }
  expect(problems).toEqual([])
})

test('[B13] 关注频道 shows current programmes, loads more at the end, and unfollows a channel until that is undone', async () => {
  const token = await makeUser('baizhi', { follows: 40 })
  await open('/user/access', token)
  const first = main().getByRole('link', { name: /云幕一套/ })
  await first.waitFor()
  expect(await first.textContent()).toMatch(/正在播　城南旧事馆.*接下来　\d\d:\d\d　江上夜航/)
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await expect.poll(() => rows().count()).toBe(40)

  await main().getByRole('button', { name: '不再关注云幕一套' }).click()
  await toast('已取消关注云幕一套').waitFor()
  await expect.poll(() => rows().count()).toBe(39)
  await undo().click()
  await first.waitFor()
  await reload(page)
  await first.waitFor()

  await page.route('**/pub/user/favorite/cancel/channel?*', (route) => route.fulfill(refuse))
  await main().getByRole('button', { name: '不再关注朔北卫视' }).click()
  await toast('现在不行').waitFor()
  await main()
    .getByRole('link', { name: /朔北卫视/ })
    .waitFor()
  expect(problems).toEqual([])
})

test('[B13] a failed list shows an error and is loaded on request', async () => {
  const token = await makeUser('chenxi', { follows: 2, comments: 2 })
  await open('/user/info', token)
  for (const [path, call, count] of [
    ['/user/access', 'user/favorites', 2],
    ['/user/comment', 'my/comment/list', 2],
    ['/user/sub', 'user/subs', 4],
  ] as const) {
    await page.route(`**/pub/${call}?*`, (route) => route.abort())
    await goTo(path)
    const again = main().getByRole('button', { name: '重试' })
    await again.waitFor()
    await page.unroute(`**/pub/${call}?*`)
    await again.click()
    await expect.poll(() => rows().count()).toBe(count)
  }
  expect(problems).toEqual([])
})

test('[B13] 我的评论 shows the subject and links there, unless it was deleted', async () => {
  const token = await makeUser('danqing', { comments: 40 })
  await open('/user/comment', token)
  await main().getByText('第 0 条：灯塔那一段拍得真好').waitFor()
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await expect.poll(() => rows().count()).toBe(40)
  expect(await rows().nth(3).textContent()).toContain('已下架')
  expect(await rows().nth(3).getByRole('link').count()).toBe(0)
  await main().getByRole('link', { name: '北屿灯塔' }).first().click()
  await page.waitForURL(`**/details/2/${titleId}#comment-*`)
  expect(problems).toEqual([])
})

test('[B13] 订阅赛事 shows the state of each match, and cuts off neither team nor competition', async () => {
  const token = await makeUser('fenghe', { follows: 1 })
  await open('/user/sub', token)
  await expect.poll(() => rows().count()).toBe(4)
  const lines = await rows().allTextContents()
  expect(lines[0]).toMatch(/江海港务.*2 比 1.*北屿远航.*67′.*赛况/)
  expect(lines[1]).toMatch(/朔北苍狼.*对.*蜀道熊罴.*[45]\d 分钟后/)
  expect(lines[2]).toMatch(/河西飞骑.*对.*南渡骁骑.*未开始/)
  expect(lines[3]).toMatch(/96 比 102.*完场.*录像/)
  for (const width of [360, 1000, 1200, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const cutOff = await page.evaluate(`[...document.querySelectorAll('main li a span')]
      .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
      .map(({ textContent }) => textContent)`)
    expect(cutOff, `${width} px`).toEqual([])
  }
  expect(problems).toEqual([])
})

test('[A16] no filled list has an accessibility violation, an error or horizontal overflow in either skin and script', async () => {
  const token = await makeUser('guyu', { follows: 5, comments: 4 })
  const found: string[] = []
  for (const [width, wider, theme, lang] of [
    [360, 768, 'b', 't'],
    [1280, 1920, 'w', 's'],
  ] as const) {
    const viewport = { width, height: 900 }
    await open('/user/access', token, { bypassCSP: true, viewport, cookies: { theme, lang } })
    for (const path of ['access', 'comment', 'sub']) {
      if (path !== 'access') await goTo(`/user/${path}`)
      await rows().first().waitFor()
      const where = `${path} ${width} ${theme} ${lang}`
      found.push(...(await findAxeViolationsInBothSkins(page)).map((one) => `${where} ${one}`))
      // On phones the entries are one line that scrolls: the current one must be visible.
      const entry = await page
        .getByRole('navigation', { name: /[个個]人中心/ })
        .locator('[aria-current]')
        .boundingBox()
      if (!entry || entry.x < 0 || entry.x + entry.width > width) found.push(`${where} hides its own entry`)
      for (const size of [width, wider]) {
        await page.setViewportSize({ width: size, height: 900 })
        if ((await overflowPx()) > 0) found.push(`${where} is ${await overflowPx()} px too wide at ${size}`)
      }
      await page.setViewportSize(viewport)
      found.push(...problems.splice(0).map((problem) => `${where} ${problem}`))
    }
  }
  expect(found).toEqual([])
})
