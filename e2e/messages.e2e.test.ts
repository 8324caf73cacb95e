import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aTitle } from '../apps/server/src/testing/titles.ts'
import { findAxeViolations } from './accessibility.ts'
import { launchBrowser, noMotion } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { openTestStation } from './test-station.ts'
import { firstFrame, visit } from './page-load.ts'

let station: TestStation
let browser: Browser
let page: Page
let titleId: number
const contexts: BrowserContext[] = []
const problems: string[] = []

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation(), launchBrowser()])
  titleId = (await station.station.catalog.writer.saveTitle(aTitle({ name: '北屿灯塔' }), 1_700_000_000)).id
  station.notifyTitlesChanged([titleId])
})
afterAll(async () => {
  await browser.close()
  await station.close()
})
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()))
  const { bulletins } = station.station.messages
  for (const { id } of await bulletins.list()) await bulletins.remove(id)
  problems.length = 0
})

/** Opens a page in a new context, signed in if a token is given. */
async function open(path: string, token: string | null = null, options: BrowserContextOptions = {}): Promise<void> {
  await openBlankPage(token, options)
  await goTo(path)
}

async function openBlankPage(token: string | null, options: BrowserContextOptions = {}): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...noMotion,
    ...options,
  })
  contexts.push(context)
  if (token !== null) {
    await context.addCookies([{ name: 'in', value: '1', url: station.url }])
    await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`)
  }
  // Each page of these tests requests its messages anew, as if the last ones were too old.
  await context.addInitScript(`localStorage.removeItem('caches')`)
  page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
}

async function goTo(path: string): Promise<void> {
  const checked = page.waitForResponse((response) => response.url().includes('/messages/bulletin/1'))
  await visit(page, station.url + path)
  await checked
}

let people = 0

async function makeUser(nickname: string): Promise<{ id: number; token: string }> {
  const name = `${nickname}${++people}`
  const { manager } = station.station.accounts
  const added = await manager.add({ name, email: `${name}@beiyu.example`, password: 'wanquan-budui-93' })
  const issued = await manager.issueToken(name, { name: '另一台', days: 1, scope: 'account' })
  if (typeof added === 'string' || typeof issued === 'string') throw new Error(`${name} could not be made`)
  await station.platform.pool.query('update app_user set nickname = $2 where id = $1', [added.id, nickname])
  return { id: added.id, token: issued.token }
}

async function publish(title: string, dialog: 0 | 1 | 2): Promise<void> {
  const bulletin = { title, content: `${title}的第一段。\n第二段。`, dialog, startsAt: null, endsAt: null }
  expect(await station.station.messages.bulletins.add(bulletin)).toEqual(expect.any(Number))
}

const bell = () => page.getByRole('banner').getByRole('button', { name: /^消息/ })
const tab = (name: string) => page.getByRole('group', { name: '消息的种类' }).getByRole('button', { name })
const dialog = () => page.getByRole('dialog')
const popup = () => page.getByRole('region', { name: '新消息' })

test('[D07] a visitor is shown a bulletin once, on the home page or on any page, as configured', async () => {
  await publish('首页公告', 2)
  await open('/rank')
  await expect.poll(() => bell().getAttribute('aria-label')).toBe('消息，有未读')
  expect(await dialog().count()).toBe(0)
  await goTo('/')
  await dialog().getByRole('heading', { name: '首页公告' }).waitFor()
  await dialog().getByText('第二段。').waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await expect.poll(() => bell().getAttribute('aria-label')).toBe('消息')
  await publish('处处公告', 1)
  await goTo('/rank')
  await dialog().getByRole('heading', { name: '处处公告' }).waitFor()
  await page.keyboard.press('Escape')
  await goTo('/')
  expect(await dialog().count()).toBe(0)
  expect(problems).toEqual([])
})

test('[D07] every bulletin that wants to pops up once, the oldest first, and a later page asks for the newest only', async () => {
  await publish('旧公告', 1)
  await publish('首页公告', 2)
  await publish('安静的公告', 0)
  await publish('新公告', 1)
  await openBlankPage(null)
  const requested: string[] = []
  page.on('request', (request) => {
    const [, type] = /\/v1\/pub\/index\/messages\/([^?]+)/.exec(request.url()) ?? []
    if (type !== undefined) requested.push(type)
  })
  const shown: string[] = []
  const closeNext = async (): Promise<void> => {
    await dialog().getByRole('heading').first().waitFor()
    shown.push((await dialog().getByRole('heading').first().textContent()) ?? '')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  }
  await goTo('/rank')
  await closeNext()
  await closeNext()
  expect(shown).toEqual(['旧公告', '新公告'])
  await goTo('/')
  await closeNext()
  expect(shown).toEqual(['旧公告', '新公告', '首页公告'])
  expect(requested).toContain('bulletin/10')
  await expect.poll(() => page.evaluate<string>(`localStorage.getItem('messagessettled') ?? ''`)).toContain('bulletin')
  requested.length = 0
  await goTo('/')
  expect(requested).toEqual(['bulletin/1'])
  expect(await dialog().count()).toBe(0)
  expect(problems).toEqual([])
})

test('[D07] a bulletin waits while the user is typing', async () => {
  await open('/search')
  await page.addInitScript(
    `addEventListener('DOMContentLoaded', () => document.querySelector('form[role=search] input').focus())`,
  )
  await publish('处处公告', 1)
  await goTo('/search')
  const field = page.locator('form[role="search"] input').first()
  await field.pressSequentially('灯塔')
  expect(await field.inputValue()).toBe('灯塔')
  // All requests have finished: the notice would have been shown by now.
  await page.waitForTimeout(1500)
  expect(await dialog().count()).toBe(0)
  await field.blur()
  await dialog().getByRole('heading', { name: '处处公告' }).waitFor()
})

test('[D09] a visitor finds the bulletins under the bell, opens one by keyboard, and is asked to log in for other messages', async () => {
  await publish('安静的公告', 0)
  await open('/rank', null, { bypassCSP: true })
  await bell().focus()
  await page.keyboard.press('Enter')
  await page.getByText('安静的公告的第一段。第二段。').waitFor()
  expect(await tab('公告').count()).toBe(1)
  expect(await tab('回复').count()).toBe(0)
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: /安静的公告/ }).press('Enter')
  await dialog().getByText('第二段。', { exact: true }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate<string>('document.activeElement.getAttribute("aria-label")')).toBe('消息')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '登录后查看回复、点赞和订阅' }).click()
  await dialog().getByRole('heading', { name: '登录' }).waitFor()
  expect(problems).toEqual([])
})

test('[D09] [I03] unread messages are counted by tab, read messages are read on a second browser, and 立即查看 opens their place', async () => {
  const [lin, mei] = [await makeUser('linyu'), await makeUser('meiyu')]
  await publish('安静的公告', 0)
  const subject = { kind: 'vod', id: titleId } as const
  const notice = { actorId: mei.id, about: subject, text: '我也这么觉得' }
  await station.station.messages.notify([lin.id], { ...notice, type: 'comment_commit', commentId: 12 })
  await station.station.messages.notify([lin.id], { ...notice, type: 'comment_thumb_up', commentId: 11 })
  await open('/rank', lin.token)
  await popup().getByText('meiyu回复了你').waitFor()
  await expect.poll(() => bell().getAttribute('aria-label')).toBe('消息，3 条未读')
  await popup().getByRole('button', { name: '关闭' }).click()
  await bell().click()
  for (const name of ['公告', '回复', '点赞']) expect(await tab(name).textContent()).toBe(`${name}11 条未读`)
  expect(await tab('订阅').textContent()).toBe('订阅')
  await page.getByRole('button', { name: /安静的公告/ }).click()
  await dialog().getByText('第二段。', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => bell().getAttribute('aria-label')).toBe('消息，2 条未读')

  await open('/rank', lin.token)
  await expect.poll(() => bell().getAttribute('aria-label')).toBe('消息，2 条未读')
  await bell().click()
  await tab('点赞').click()
  await page.getByText('meiyu赞了你的评论').waitFor()
  await page.getByRole('button', { name: '全部已读' }).click()
  await expect.poll(() => bell().getAttribute('aria-label')).toBe('消息，1 条未读')
  await tab('回复').click()
  await page.getByRole('banner').getByRole('link', { name: '立即查看' }).click()
  await expect.poll(() => page.url()).toBe(`${station.url}/details/2/${titleId}#comment-12`)
  await expect.poll(() => bell().getAttribute('aria-label')).toBe('消息')
  expect(problems).toEqual([])
})

test('[I03] [L01] one bulletin is fetched as a check, five messages about matches, and ten for a list', async () => {
  const [lin, mei] = [await makeUser('linshu'), await makeUser('meishu')]
  const match = { kind: 'match', id: 3, streamId: 2 } as const
  const comment = { about: { kind: 'vod', id: titleId } as const, actorId: mei.id, text: '是的', commentId: 12 }
  await station.station.messages.notify([lin.id], { type: 'sub_live', about: match, title: '开始了', text: '' })
  await station.station.messages.notify([lin.id], { type: 'comment_commit', ...comment })
  await openBlankPage(lin.token)
  const requested: string[] = []
  page.on('request', (request) => {
    const [, type] = /\/v1\/pub\/index\/messages\/([^?]+)/.exec(request.url()) ?? []
    if (type !== undefined) requested.push(type)
  })
  await goTo('/rank')
  await expect.poll(() => requested.toSorted()).toEqual(['bulletin/1', 'comment_commit/10', 'sub_live/5'])
  await bell().click()
  await tab('公告').click()
  await expect.poll(() => requested).toContain('bulletin/10')
})

test('[D07] a published bulletin pops up on an open page', async () => {
  const { token } = await makeUser('laike')
  await openBlankPage(token)
  // Clients delay the request by a random time; here the delay is zero.
  await page.addInitScript('Math.random = () => 0')
  const isOpen = firstFrame(page)
  await goTo('/rank')
  await isOpen
  await publish('刚刚的公告', 1)
  await dialog().getByRole('heading', { name: '刚刚的公告' }).waitFor()
  expect(problems).toEqual([])
})

test('[D07] [A13] a subscribed match is announced once, with a link', async () => {
  const { id, token } = await makeUser('sailan')
  const subject = { kind: 'match', id: 3, streamId: 2 } as const
  await station.station.messages.notify([id], { type: 'sub_live', about: subject, title: '决赛开始了', text: '' })
  await open('/rank', token)
  const box = page.getByRole('region', { name: '订阅的比赛' })
  await box.getByText('决赛开始了').waitFor()
  expect(await box.getByRole('link', { name: '观看' }).getAttribute('href')).toBe('/match/play/3/2')
  await goTo('/rank')
  await expect.poll(() => bell().getAttribute('aria-label')).toBe('消息，1 条未读')
  expect(await box.count()).toBe(0)
})
