import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openAccountStation, type AccountStation } from './account-station.ts'
import { findBarriers } from './accessibility.ts'
import { hasTakenOver, launchBrowser } from './browser.ts'

let station: AccountStation
let browser: Browser
let page: Page
const contexts: BrowserContext[] = []
const problems: string[] = []

const password = 'wanquan-budui-93'

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openAccountStation(), launchBrowser()])
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

/** Signs somebody up at the operator's desk. */
async function makeUser(name: string): Promise<void> {
  const made = await station.station.accounts.manager.add({ name, email: `${name}@beiyu.example`, password })
  expect(made).toHaveProperty('id')
}

/** Opens a page in a browser of its own; it is the page of the test from then on. */
async function open(path = '/', options: BrowserContextOptions & { cookies?: Record<string, string> } = {}) {
  const { cookies = {}, ...rest } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...rest })
  contexts.push(context)
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: station.url })))
  return openIn(context, path)
}

async function openIn(context: BrowserContext, path = '/'): Promise<Page> {
  page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(station.url + path)
  await expect.poll(() => page.evaluate<boolean>(hasTakenOver)).toBe(true)
  return page
}

const dialog = () => page.getByRole('dialog')
const accountButton = () => page.getByRole('banner').locator('[data-account]')
const field = (label: string) => dialog().getByLabel(label, { exact: true })
const picture = () => dialog().locator('img')
const button = (name: string) => dialog().getByRole('button', { name, exact: true })
const focused = () => page.evaluate<string>("document.activeElement.name || document.activeElement.textContent || ''")
const stored = (key: string) => page.evaluate<string | null>(`localStorage.getItem('${key}')`)
const toast = (text: string) => page.locator('[aria-live]').getByText(text, { exact: true }).waitFor()
/** What is wrong with a field, as a screen reader is told. */
async function problemOf(label: string): Promise<string> {
  expect(await field(label).getAttribute('aria-invalid')).toBe('true')
  const id = await field(label).getAttribute('aria-describedby')
  const words = dialog().locator(`[id="${id}"]`)
  expect(await words.getAttribute('role')).toBe('alert')
  return words.innerText()
}

async function openLogin(): Promise<void> {
  await accountButton().click()
  await dialog().getByRole('heading', { name: '登录' }).waitFor()
  await picture().waitFor()
}

/** Types what is in the picture. */
async function readPicture(): Promise<void> {
  await picture().waitFor()
  await field('图形验证码').fill(await station.readPictures())
}

async function fillLogin(name: string, secret = password): Promise<void> {
  await field('账号').fill(name)
  await field('密码').fill(secret)
  await readPicture()
}

async function login(name: string, secret = password): Promise<void> {
  await openLogin()
  await fillLogin(name, secret)
  await page.keyboard.press('Enter')
  await toast('登录成功！')
  await dialog().waitFor({ state: 'detached' })
}

/** Keeps the answers to a call back until it is told to let them go. Returns how often it was asked. */
async function holdBack(path: string): Promise<{ asked: Request[]; letGo: () => void }> {
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

describe('the login dialog', () => {
  test('[D10] an empty form says of each field what is missing, and of the whole that it is not right', async () => {
    await open()
    await openLogin()
    await expect.poll(focused).toBe('account')
    expect(await field('账号').getAttribute('placeholder')).toBe('请输入用户名或者邮箱账号')
    await page.keyboard.press('Enter')
    await expect.poll(() => problemOf('账号')).toBe('请输入账号')
    expect(await problemOf('密码')).toBe('请输入密码')
    expect(await problemOf('图形验证码')).toBe('请输入验证码')
    await dialog().getByRole('alert').getByText('请正确填写信息!', { exact: true }).waitFor()
    await expect.poll(focused).toBe('account')
    expect(problems).toEqual([])
  })

  test('[D01] the picture is new with each opening and each press; while it loads and where it fails, it says so', async () => {
    await open()
    await openLogin()
    const first = await picture().getAttribute('src')
    await button('看不清，换一张').click()
    await expect.poll(() => picture().getAttribute('src')).not.toBe(first)
    const second = await picture().getAttribute('src')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await openLogin()
    expect([first, second]).not.toContain(await picture().getAttribute('src'))

    const { letGo } = await holdBack('/pub/captcha')
    await button('看不清，换一张').click()
    await button('加载中…').waitFor()
    letGo()
    await picture().waitFor()
    expect(problems).toEqual([])
    await page.unroute('**/pub/captcha?*')
    await page.route('**/pub/captcha?*', (route) => route.abort())
    await button('看不清，换一张').click()
    await button('加载失败，点此重试').waitFor()
    await page.unroute('**/pub/captcha?*')
    await button('加载失败，点此重试').click()
    await picture().waitFor()
  })

  test('[D01] a failure stands in the dialog, the picture is new, its field is empty and has the focus', async () => {
    await makeUser('beiyu')
    await open()
    await openLogin()
    await fillLogin('beiyu', 'wrong-one-4711')
    const before = await picture().getAttribute('src')
    await page.keyboard.press('Enter')
    await expect.poll(() => problemOf('密码').catch(() => '')).toBe('账号或密码不正确，验证码已换新')
    await expect.poll(() => picture().getAttribute('src')).not.toBe(before)
    expect(await field('图形验证码').inputValue()).toBe('')
    await expect.poll(focused).toBe('captcha')
    await field('密码').fill(password)
    await field('图形验证码').fill('no')
    await page.keyboard.press('Enter')
    await expect.poll(() => problemOf('图形验证码').catch(() => '')).toBe('图片验证码错误或已过期，请重新输入')
    expect(await field('账号').inputValue()).toBe('beiyu')
    expect(problems).toEqual([])
  })

  test('[D01] one attempt at a time: the button waits with its ring, and nothing can be sent or changed meanwhile', async () => {
    await makeUser('yilan')
    await open()
    await openLogin()
    await fillLogin('yilan@beiyu.example')
    const { asked, letGo } = await holdBack('/pub/user/login')
    await page.keyboard.press('Enter')
    await button('登录中').waitFor()
    expect(await button('登录中').isDisabled()).toBe(true)
    await expect
      .poll(() => page.evaluate<string>("getComputedStyle(document.querySelector('[data-pending]')).opacity"))
      .toBe('0.72')
    await page.keyboard.press('Enter')
    await field('密码').press('Enter')
    expect(await field('密码').getAttribute('readonly')).not.toBeNull()
    letGo()
    await toast('登录成功！')
    expect(asked).toHaveLength(1)
    expect(problems).toEqual([])
  })

  test('[E01] who has signed in is seen in the header, kept in storage, and known to the next page before its scripts are', async () => {
    await makeUser('linzhao')
    await open()
    await login('linzhao')
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 linzhao')
    await expect.poll(() => page.evaluate("document.activeElement.hasAttribute('data-account')")).toBe(true)
    expect(JSON.parse((await stored('userinfo')) ?? '')).toMatchObject({ userName: 'linzhao' })
    expect(await stored('token')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(await page.evaluate('document.cookie')).toContain('in=1')
    expect(await page.evaluate('JSON.stringify(localStorage) + JSON.stringify(sessionStorage)')).not.toContain(password)
    const drawn = await fetch(station.url, { headers: { cookie: 'in=1' } }).then((response) => response.text())
    expect(drawn).toMatch(/<button[^>]*data-account="true"[^>]*aria-label="我的账号"/)
    await page.reload()
    await expect.poll(() => accountButton().getAttribute('aria-label')).toBe('我的账号 linzhao')
    expect(problems).toEqual([])
  })

  test('[E03] a remembered name stands in the next login without the password, and one that is not remembered does not', async () => {
    await makeUser('qiushui')
    await open()
    await login('qiushui')
    await leave()
    await openLogin()
    expect(await field('账号').inputValue()).toBe('qiushui')
    expect(await field('密码').inputValue()).toBe('')
    await expect.poll(focused).toBe('password')
    await dialog().getByLabel('记住账号').uncheck()
    await fillLogin('qiushui')
    await page.keyboard.press('Enter')
    await toast('登录成功！')
    expect(await stored('tokens')).toBeNull()
    await leave()
    await openLogin()
    expect(await field('账号').inputValue()).toBe('')
    expect(problems).toEqual([])
  })
})

/** Signs out by the menu. */
async function leave(): Promise<void> {
  await accountButton().click()
  const begunAnew = page.waitForEvent('load')
  await page.getByRole('button', { name: '退出登录' }).click()
  await begunAnew
  await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
  await expect.poll(() => page.evaluate<boolean>(hasTakenOver)).toBe(true)
}

describe('registering and finding back', () => {
  test('[D02] registers with a code from the mail, word for word, and sends the form once however often Enter is pressed', async () => {
    await open()
    await openLogin()
    await button('注册').click()
    await dialog().getByRole('heading', { name: '注册' }).waitFor()
    await expect.poll(focused).toBe('email')
    await button('获取验证码').click()
    expect(await problemOf('邮箱')).toBe('请确填写邮箱信息!')
    await expect.poll(focused).toBe('email')
    await page.keyboard.press('Enter')
    await expect.poll(() => problemOf('邮箱')).toBe('请输入邮箱地址')
    await field('邮箱').fill('linfeng@')
    await expect.poll(() => problemOf('邮箱')).toBe('请输入正确的邮箱地址')
    expect(await problemOf('密码')).toBe('请输入密码')
    expect(await problemOf('邮箱验证码')).toBe('请输入验证码')
    await dialog().getByRole('alert').getByText('请正确填写信息!', { exact: true }).waitFor()
    await field('邮箱').fill('linfeng@beiyu.example')
    await readPicture()
    await button('获取验证码').click()
    await toast('发送成功!')
    const waiting = dialog().getByRole('button', { name: /^\d+ 秒后重发$/ })
    expect(await waiting.isDisabled()).toBe(true)
    await field('邮箱验证码').fill(await station.codeFor('linfeng@beiyu.example'))
    await field('密码').fill(password)
    await field('再输一次').fill('something-else')
    await readPicture()
    await page.keyboard.press('Enter')
    await expect.poll(() => problemOf('再输一次').catch(() => '')).toBe('两次输入的密码不一样')
    await field('再输一次').fill(password)
    const { asked, letGo } = await holdBack('/pub/user/register')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await button('注册中').waitFor()
    letGo()
    await toast('注册成功！')
    expect(asked).toHaveLength(1)
    await dialog().getByRole('heading', { name: '登录' }).waitFor()
    expect(await field('账号').inputValue()).toBe('linfeng')
    await readPicture()
    await page.keyboard.press('Enter')
    await toast('登录成功！')
    expect(problems).toEqual([])
  })

  test('[D03] sets a new password with a code from the mail, and signs in with it', async () => {
    await makeUser('ahai')
    await open()
    await openLogin()
    await field('账号').fill('ahai@beiyu.example')
    await button('忘记密码').click()
    await dialog().getByRole('heading', { name: '找回密码' }).waitFor()
    expect(await field('邮箱').inputValue()).toBe('ahai@beiyu.example')
    await readPicture()
    await button('获取验证码').click()
    await toast('发送成功!')
    await field('邮箱验证码').fill(await station.codeFor('ahai@beiyu.example'))
    await field('新密码').fill('another-one-82')
    await field('再输一次').fill('another-one-82')
    await readPicture()
    await page.keyboard.press('Enter')
    await toast('密码已重设，请登录')
    expect(await field('账号').inputValue()).toBe('ahai@beiyu.example')
    await fillLogin('ahai', 'another-one-82')
    await page.keyboard.press('Enter')
    await toast('登录成功！')
    expect(problems).toEqual([])
  })

  test('[D05] from every dialog to every other and back, the focus stays inside and what was typed stays', async () => {
    await open()
    await openLogin()
    const inside = () => page.evaluate<boolean>("!!document.activeElement.closest('[role=dialog]')")
    await field('账号').fill('xieyu')
    const ways = [
      ['注册', '注册', 'email'],
      ['登录', '登录', 'password'],
      ['忘记密码', '找回密码', 'email'],
      ['注册', '注册', 'email'],
      ['登录', '登录', 'password'],
      ['忘记密码', '找回密码', 'email'],
      ['返回登录', '登录', 'password'],
    ] as const
    for (const [word, title, begin] of ways) {
      if (title === '找回密码') await dialog().waitFor()
      await dialog().locator('form').getByRole('button', { name: word, exact: true }).last().click()
      await dialog().getByRole('heading', { name: title, exact: true }).waitFor()
      await expect.poll(focused).toBe(begin)
      expect(await inside()).toBe(true)
    }
    expect(await field('账号').inputValue()).toBe('xieyu')
    await page.evaluate("window.heard = 0; addEventListener('keydown', () => window.heard++)")
    for (let steps = 0; steps < 14; steps++) {
      await page.keyboard.press('Tab')
      expect(await inside()).toBe(true)
    }
    await button('忘记密码').focus()
    await page.keyboard.press('ArrowRight')
    // What listens behind a dialog, a player say, is not meant.
    expect(await page.evaluate('window.heard')).toBe(0)
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('登录')
    await openLogin()
    expect(await field('账号').inputValue()).toBe('')
    await button('关闭').click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('登录')
    expect(problems).toEqual([])
  })
})

describe('the header', () => {
  const menu = () => page.getByRole('form', { name: '登录' })

  test('[D08] the quick form speaks when a field is left empty, and the dialog takes over what was typed', async () => {
    await open()
    await accountButton().focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('email')
    await page.keyboard.press('Tab')
    await menu().getByRole('alert').getByText('请输入邮箱', { exact: true }).waitFor()
    await page.keyboard.press('Tab')
    await menu().getByRole('alert').getByText('请输入密码', { exact: true }).waitFor()
    await menu().getByLabel('邮箱').fill('xieyu@beiyu.example')
    await menu().getByLabel('密码', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await picture().waitFor()
    expect(await field('账号').inputValue()).toBe('xieyu@beiyu.example')
    expect(await field('密码').inputValue()).toBe(password)
    await expect.poll(focused).toBe('captcha')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate("document.activeElement.hasAttribute('data-account')")).toBe(true)
    expect(problems).toEqual([])
  })

  test('[D08] the form stays under the pointer that leaves while somebody types, and closes with a press elsewhere', async () => {
    await open()
    await accountButton().hover()
    await menu().getByLabel('邮箱').fill('x')
    await page.mouse.move(300, 700)
    await expect.poll(() => page.evaluate<boolean>("document.querySelector('header').matches(':hover')")).toBe(false)
    await menu().getByLabel('密码', { exact: true }).fill('y')
    await page.mouse.click(300, 700)
    await menu().waitFor({ state: 'detached' })
  })

  test('[E02] signing out clears the session here and on the other pages of the browser', async () => {
    await makeUser('haiyan')
    const one = await open()
    await login('haiyan')
    const other = await openIn(one.context())
    await expect.poll(() => accountButton().getAttribute('aria-label')).toBe('我的账号 haiyan')
    page = one
    await leave()
    expect(await stored('token')).toBeNull()
    expect(await stored('userinfo')).toBeNull()
    expect(await page.evaluate('document.cookie')).not.toContain('in=1')
    page = other
    await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
    expect(problems).toEqual([])
  })

  test('[E01] with storage blocked a session lives as long as its page', async () => {
    await makeUser('muzi')
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    contexts.push(context)
    await context.addInitScript(
      "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get() { throw new Error('blocked') } })",
    )
    await openIn(context)
    await login('muzi')
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 muzi')
    await page.reload()
    await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
  })
})

describe('other sites', () => {
  const goThere = async (): Promise<void> => {
    await openLogin()
    await button('用 栈道 登录').click()
    await page.waitForURL((url) => url.pathname === '/')
    await expect.poll(() => page.evaluate<boolean>(hasTakenOver)).toBe(true)
  }

  test('[E04] a ticket that this browser did not ask for signs nobody in, and leaves the address', async () => {
    await open('/#ticket=stolen.secret&type=zhandao&mark=0123456789abcdef')
    await toast('第三方登录已失效，请重新来过')
    expect(page.url()).toBe(`${station.url}/`)
    expect(await stored('token')).toBeNull()
    station.outside.away = true
    await goThere()
    station.outside.away = false
    await toast('第三方登录已失效，请重新来过')
    expect(page.url()).toBe(`${station.url}/`)
    expect(problems).toEqual([])
  })

  test('[D04] somebody new from another site binds an account that is there, and comes back by it', async () => {
    await makeUser('shanyu')
    station.outside.person = 'shan'
    await open()
    await goThere()
    await dialog().getByRole('heading', { name: '注册并绑定' }).waitFor()
    expect(page.url()).toBe(`${station.url}/`)
    await button('绑定已有账号').click()
    await dialog().getByRole('heading', { name: '绑定已有账号' }).waitFor()
    await field('账号').fill('shanyu')
    await field('密码').fill('not-this-one-1')
    await page.keyboard.press('Enter')
    await expect.poll(() => problemOf('密码').catch(() => '')).toBe('账号或密码不正确')
    await field('密码').fill(password)
    await page.keyboard.press('Enter')
    await toast('绑定成功！')
    await dialog().waitFor({ state: 'detached' })
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 shanyu')
    await leave()
    await goThere()
    await toast('登录成功！')
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 shanyu')
    expect(problems).toEqual([])
  })

  test('[D05] somebody new from another site registers with an e-mail and is signed in', async () => {
    station.outside.person = 'he'
    await open()
    await goThere()
    await dialog().getByRole('heading', { name: '注册并绑定' }).waitFor()
    for (const way of ['绑定已有账号', '注册并绑定'] as const) {
      await button(way).click()
      await dialog().getByRole('heading', { name: way, exact: true }).waitFor()
    }
    await field('邮箱').fill('xiaohe@beiyu.example')
    await readPicture()
    await button('获取验证码').click()
    await toast('发送成功!')
    await field('邮箱验证码').fill(await station.codeFor('xiaohe@beiyu.example'))
    await page.keyboard.press('Enter')
    await toast('注册成功！')
    await dialog().waitFor({ state: 'detached' })
    await accountButton().click()
    await page.getByRole('button', { name: '设置密码' }).waitFor()
    expect(problems).toEqual([])
  })
})

describe('what reply codes do', () => {
  test('[K05] 14: another browser changes the password; this one signs out, begins anew, and says why', async () => {
    await makeUser('chuanzhang')
    const first = await open()
    await login('chuanzhang')
    await open()
    await login('chuanzhang')
    await accountButton().click()
    await page.getByRole('button', { name: '修改密码' }).click()
    await expect.poll(focused).toBe('oldPassword')
    await field('当前密码').fill('not-this-one-1')
    await field('新密码').fill('a-better-one-64')
    await field('再输一次').fill('a-better-one-64')
    await page.keyboard.press('Enter')
    await expect.poll(() => problemOf('当前密码').catch(() => '')).toBe('当前密码不正确')
    await field('当前密码').fill(password)
    await page.keyboard.press('Enter')
    await toast('密码已修改')
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 chuanzhang')

    page = first
    await page.reload()
    await toast('账号已在别处登录或密码已修改，请重新登录')
    await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
    expect(await stored('token')).toBeNull()
    expect(problems).toEqual([])
  })

  test('[K05] 14: with the choice of one device, signing in again signs out everywhere else', async () => {
    await makeUser('duchuan')
    const first = await open()
    await login('duchuan')
    await open()
    await login('duchuan')
    await page.goto(`${station.url}/user/info`)
    await page.getByLabel('只在一台设备登录').check()
    await page.evaluate("localStorage.removeItem('token')")
    await page.goto(station.url)
    await login('duchuan')
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 duchuan')

    page = first
    await page.reload()
    await toast('账号已在别处登录或密码已修改，请重新登录')
    expect(await stored('token')).toBeNull()
  })

  test('[K05] 13 and 16: a token that is expired or forged is forgotten without a word', async () => {
    const expired = await station.station.tokens.issue({
      ...{ userId: 1, sessionId: crypto.randomUUID() },
      ...{ nowSec: Math.floor(Date.now() / 1000) - 7200, lifetimeSec: 3600 },
    })
    for (const token of [expired, 'aaaa.bbbb.cccc']) {
      await open()
      await page.evaluate(`localStorage.setItem('token', '${token}'); document.cookie = 'in=1; path=/'`)
      await page.evaluate('window.name = "same"')
      const began = await page.evaluate<number>('performance.timeOrigin')
      await page.reload()
      await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
      expect(await page.evaluate<number>('performance.timeOrigin')).toBeGreaterThan(began)
      expect(await stored('token')).toBeNull()
      expect(await dialog().count()).toBe(0)
      expect(await page.locator('[aria-live]').allInnerTexts()).toEqual(['', ''])
    }
    expect(problems).toEqual([])
  })

  test('[K05] 12: the login dialog opens, and what was asked for is done after it', async () => {
    await makeUser('nanfeng')
    await open()
    await login('nanfeng')
    await accountButton().click()
    await page.getByRole('button', { name: '修改密码' }).click()
    await field('当前密码').fill(password)
    await field('新密码').fill('a-better-one-64')
    await field('再输一次').fill('a-better-one-64')
    await page.evaluate("localStorage.removeItem('token')")
    await page.keyboard.press('Enter')
    await dialog().getByRole('heading', { name: '登录', exact: true }).waitFor()
    await fillLogin('nanfeng')
    await page.keyboard.press('Enter')
    await toast('密码已修改')
    await dialog().waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  test('[K05] a call that does not get through says so where it was asked for', async () => {
    await open()
    await openLogin()
    await fillLogin('anybody')
    await page.route('**/pub/user/login?*', (route) => route.abort())
    await page.keyboard.press('Enter')
    await dialog().getByRole('alert').getByText('网络不通或服务器没有回应，验证码已换新').waitFor()
    expect(await field('图形验证码').inputValue()).toBe('')
  })
})

describe('for everybody', () => {
  test('[A04] on a phone the own account is behind 我的: in by a sheet, told at the head, and out again', async () => {
    await makeUser('xiaozhou')
    await open('/', { viewport: { width: 390, height: 844 }, hasTouch: true })
    const mine = page.getByRole('button', { name: '我的', exact: true })
    await mine.click()
    await page.locator('nav').getByRole('button', { name: '登录', exact: true }).click()
    await fillLogin('xiaozhou')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('我的')
    await mine.click()
    await page.locator('nav').getByRole('button', { name: '登录', exact: true }).click()
    await button('注册').click()
    await field('邮箱').fill('xiaozhou2@beiyu.example')
    await readPicture()
    await button('获取验证码').click()
    await toast('发送成功!')
    const box = await page.locator('[aria-live]').getByText('发送成功!').boundingBox()
    expect(box?.y).toBeLessThan(100)
    await button('登录').click()
    await fillLogin('xiaozhou')
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await mine.click()
    await page.getByText('普通用户').waitFor()
    const begunAnew = page.waitForEvent('load')
    await page.getByRole('button', { name: '退出登录' }).click()
    await begunAnew
    expect(await stored('token')).toBeNull()
    expect(problems).toEqual([])
  })

  test.each([
    ['b', 's', 1280],
    ['w', 't', 1280],
    ['b', 't', 360],
    ['w', 's', 360],
  ] as const)(
    '[B02] skin %s, script %s, %i px: axe finds nothing in any dialog, and nothing is cut',
    async (theme, lang, width) => {
      await open('/', { viewport: { width, height: 740 }, bypassCSP: true, cookies: { theme, lang } })
      const opener = width < 600 ? page.locator('nav [data-account]') : accountButton()
      await opener.click()
      if (width < 600)
        await page
          .locator('nav form, nav button')
          .filter({ hasText: /^登[录錄入]$/ })
          .click()
      await picture().waitFor()
      for (const name of ['account', 'email', 'email']) {
        await expect.poll(focused).toBe(name)
        await picture().waitFor()
        await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))')
        expect(await findBarriers(page)).toEqual([])
        const box = await dialog().boundingBox()
        expect(box?.x).toBeGreaterThanOrEqual(0)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
        if (width < 600) expect([box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([360, 740])
        expect(box?.height).toBeLessThanOrEqual(0.92 * 740 + 1)
        const next = name === 'account' ? /^(忘记密码|忘記密碼)$/ : /^(注册|註冊)$/
        await dialog().locator('form').getByRole('button', { name: next }).last().click()
      }
      expect(problems).toEqual([])
    },
  )
})
