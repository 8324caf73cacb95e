import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { openAccountStation, type AccountStation } from './account-station.ts'
import { launchBrowser, noMotion } from '../browser.ts'
import { loadBy, visit } from '../page-load.ts'

/** What users do with their accounts in a browser, for tests. */

export let station: AccountStation
export let browser: Browser
/** The page under test. */
export let page: Page
export const contexts: BrowserContext[] = []
/** Errors of the page and its console. */
export const problems: string[] = []

export const password = 'wanquan-budui-93'

/**
 * Sets up a station and a browser for all tests of the file, and closes the pages of each test.
 *
 * @param fill adds what the tests need before the first one
 */
export function setUpAccountStation({
  browserArgs = [],
  fill = async () => {},
}: { browserArgs?: readonly string[]; fill?: () => Promise<void> } = {}): void {
  beforeAll(async () => {
    ;[station, browser] = await Promise.all([openAccountStation(), launchBrowser(browserArgs)])
    await fill()
  })
  afterAll(async () => {
    await browser.close()
    await station.close()
  })
  beforeEach(() => {
    problems.length = 0
  })
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
  })
}

/** Makes another page the page under test. */
export function switchToPage(other: Page): void {
  page = other
}

/** Adds an account as an operator does. */
export async function makeUser(name: string): Promise<void> {
  const added = await station.station.accounts.manager.add({ name, email: `${name}@beiyu.example`, password })
  expect(added).toHaveProperty('id')
}

export interface PageOptions extends BrowserContextOptions {
  /** Signs the user of this token in. */
  token?: string
  cookies?: Record<string, string>
  /** An init script. */
  script?: string
}

/** Opens a page in a new browser context and makes it the page under test. */
export async function open(path = '/', options: PageOptions = {}): Promise<Page> {
  const { token, cookies = {}, script, ...contextOptions } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...noMotion, ...contextOptions })
  contexts.push(context)
  const all = Object.entries({ ...cookies, ...(token === undefined ? {} : { in: '1' }) })
  await context.addCookies(all.map(([name, value]) => ({ name, value, url: station.url })))
  if (script !== undefined) await context.addInitScript(script)
  // Runs once per tab, so that signing out is not undone by the next load. The tab's name records that.
  if (token !== undefined)
    await context.addInitScript(`if (window.name === '') {
      window.name = 'given'
      localStorage.setItem('token', ${JSON.stringify(token)})
    }`)
  return openIn(context, path)
}

export async function openIn(context: BrowserContext, path = '/'): Promise<Page> {
  page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await visit(page, station.url + path)
  return page
}

export const dialog = () => page.getByRole('dialog')
export const accountButton = () => page.getByRole('banner').locator('[data-account]')
export const field = (label: string) => dialog().getByLabel(label, { exact: true })
export const captchaImage = () => dialog().locator('img')
export const button = (name: string) => dialog().getByRole('button', { name, exact: true })
export const focused = () =>
  page.evaluate<string>("document.activeElement.name || document.activeElement.textContent || ''")
export const stored = (key: string) => page.evaluate<string | null>(`localStorage.getItem('${key}')`)
/** Waits for a toast. */
export const toast = (text: string) => page.locator('[aria-live]').getByText(text, { exact: true }).waitFor()
/** The error of a field, as assistive technology gets it. Throws if there is none. */
export async function errorOf(label: string): Promise<string> {
  expect(await field(label).getAttribute('aria-invalid')).toBe('true')
  const id = await field(label).getAttribute('aria-describedby')
  const message = dialog().locator(`[id="${id}"]`)
  expect(await message.getAttribute('role')).toBe('alert')
  return message.innerText()
}

/** Waits until a field shows an error. */
export async function expectErrorOf(label: string, text: string | RegExp): Promise<void> {
  if (typeof text === 'string') await expect.poll(() => errorOf(label)).toBe(text)
  else await expect.poll(() => errorOf(label)).toMatch(text)
}

export async function openLogin(): Promise<void> {
  await accountButton().click()
  await dialog().getByRole('heading', { name: '登录' }).waitFor()
}

/** Fills in the captcha. */
export async function fillCaptcha(): Promise<void> {
  await captchaImage().waitFor()
  await field('图形验证码').fill(await station.solveCaptchas())
}

/** Requests a code for an address. */
export async function requestCode(email: string): Promise<void> {
  await field('邮箱').fill(email)
  await button('获取验证码').click()
  await toast('发送成功!')
}

/** Requests a code for an address for which a captcha is demanded. */
export async function requestCodeWithCaptcha(email: string): Promise<void> {
  await field('邮箱').fill(email)
  await button('获取验证码').click()
  await expectErrorOf('图形验证码', '请输入图形验证码')
  await expect.poll(focused).toBe('captcha')
  await fillCaptcha()
  await button('获取验证码').click()
  await toast('发送成功!')
}

export async function fillLogin(name: string, secret = password): Promise<void> {
  await field('账号').fill(name)
  await field('密码').fill(secret)
}

export async function login(name: string, secret = password): Promise<void> {
  await openLogin()
  await fillLogin(name, secret)
  await page.keyboard.press('Enter')
  await toast('登录成功！')
  await dialog().waitFor({ state: 'detached' })
}

/** Holds the replies of a call until `release` is called. `requests` are the requests made. */
export async function holdReplies(path: string): Promise<{ requests: Request[]; release: () => void }> {
  const requests: Request[] = []
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**${path}?*`, async (route) => {
    requests.push(route.request())
    await released
    await route.continue()
  })
  return { requests, release }
}

/** Signs out through the menu. */
export async function logOut(): Promise<void> {
  await accountButton().click()
  await loadBy(page, () => page.getByRole('button', { name: '退出登录' }).click())
  await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
}
