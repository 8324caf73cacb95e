import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { beginEachTryAnew, openAccountStation, type AccountStation } from './account-station.ts'
import { hasTakenOver, launchBrowser, still } from './browser.ts'

/** What people do with their accounts in a browser, for tests. */

export let station: AccountStation
export let browser: Browser
/** The page of the test. */
export let page: Page
export const contexts: BrowserContext[] = []
/** What went wrong in a page without anybody being told. */
export const problems: string[] = []

export const password = 'wanquan-budui-93'

/** Every test of the file has a station, a browser, and no page but those that it opens. */
export function stayInAccountStation(): void {
  beforeAll(async () => {
    ;[station, browser] = await Promise.all([openAccountStation(), launchBrowser()])
  })
  afterAll(async () => {
    await browser.close()
    await station.close()
  })
  beginEachTryAnew(() => station)
  beforeEach(() => {
    problems.length = 0
  })
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
  })
}

/** Looks at another page from now on. */
export function turnTo(other: Page): void {
  page = other
}

/** Signs somebody up at the operator's desk. */
export async function makeUser(name: string): Promise<void> {
  const made = await station.station.accounts.manager.add({ name, email: `${name}@beiyu.example`, password })
  expect(made).toHaveProperty('id')
}

/** Opens a page in a browser of its own; it is the page of the test from then on. */
export async function open(path = '/', options: BrowserContextOptions & { cookies?: Record<string, string> } = {}) {
  const { cookies = {}, ...rest } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...still, ...rest })
  contexts.push(context)
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: station.url })))
  return openIn(context, path)
}

export async function openIn(context: BrowserContext, path = '/'): Promise<Page> {
  page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(station.url + path)
  await expect.poll(() => page.evaluate<boolean>(hasTakenOver)).toBe(true)
  return page
}

export const dialog = () => page.getByRole('dialog')
export const accountButton = () => page.getByRole('banner').locator('[data-account]')
export const field = (label: string) => dialog().getByLabel(label, { exact: true })
export const picture = () => dialog().locator('img')
export const button = (name: string) => dialog().getByRole('button', { name, exact: true })
export const focused = () =>
  page.evaluate<string>("document.activeElement.name || document.activeElement.textContent || ''")
export const stored = (key: string) => page.evaluate<string | null>(`localStorage.getItem('${key}')`)
/** Waits for what is said at the foot of the page. */
export const toast = (text: string) => page.locator('[aria-live]').getByText(text, { exact: true }).waitFor()
/** What is wrong with a field, as a screen reader is told. */
export async function problemOf(label: string): Promise<string> {
  expect(await field(label).getAttribute('aria-invalid')).toBe('true')
  const id = await field(label).getAttribute('aria-describedby')
  const words = dialog().locator(`[id="${id}"]`)
  expect(await words.getAttribute('role')).toBe('alert')
  return words.innerText()
}

export async function openLogin(): Promise<void> {
  await accountButton().click()
  await dialog().getByRole('heading', { name: '登录' }).waitFor()
  await picture().waitFor()
}

/** Types what is in the picture. */
export async function readPicture(): Promise<void> {
  await picture().waitFor()
  await field('图形验证码').fill(await station.readPictures())
}

/** Has a code sent to an address. */
export async function askForCode(email: string): Promise<void> {
  await field('邮箱').fill(email)
  await readPicture()
  await button('获取验证码').click()
  await toast('发送成功!')
}

export async function fillLogin(name: string, secret = password): Promise<void> {
  await field('账号').fill(name)
  await field('密码').fill(secret)
  await readPicture()
}

export async function login(name: string, secret = password): Promise<void> {
  await openLogin()
  await fillLogin(name, secret)
  await page.keyboard.press('Enter')
  await toast('登录成功！')
  await dialog().waitFor({ state: 'detached' })
}

/** Keeps the answers to a call back until it is told to let them go. Returns how often it was asked. */
export async function holdBack(path: string): Promise<{ asked: Request[]; letGo: () => void }> {
  const asked: Request[] = []
  let letGo = (): void => {}
  const free = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(`**${path}?*`, async (route) => {
    asked.push(route.request())
    await free
    await route.continue()
  })
  return { asked, letGo }
}

/** Signs out by the menu. */
export async function leave(): Promise<void> {
  await accountButton().click()
  const begunAnew = page.waitForEvent('load')
  await page.getByRole('button', { name: '退出登录' }).click()
  await begunAnew
  await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
  await expect.poll(() => page.evaluate<boolean>(hasTakenOver)).toBe(true)
}
