import { describe, expect, test } from 'vitest'
import {
  accountButton,
  browser,
  button,
  contexts,
  dialog,
  field,
  fillLogin,
  focused,
  holdReplies,
  logOut,
  login,
  makeUser,
  open,
  openIn,
  openLogin,
  page,
  password,
  captchaImage,
  fillCaptcha,
  expectErrorOf,
  problems,
  station,
  setUpAccountStation,
  stored,
  toast,
  switchToPage,
} from './account-pages.ts'
import { replyTo } from './account-sites.ts'
import { reload } from '../page-load.ts'

setUpAccountStation()

/** A browser that remembers a login. */
const rememberedScript = (account: string): string =>
  `localStorage.setItem('tokens', '${JSON.stringify({ account, device: '' })}')`

/** The browser's store of passwords, which Chromium has only with a user interface. */
const passwordStoreScript = `
  window.PasswordCredential = class { constructor(data) { Object.assign(this, data) } }
  Object.defineProperty(navigator, 'credentials', { value: {
    store: ({ id, password }) => window.keepPassword(id, password),
    async get({ mediation }) {
      const { account } = JSON.parse(localStorage.getItem('tokens') ?? '{}')
      const password = await window.passwordOf(account)
      return mediation === 'silent' && password !== null ? { id: account, password } : null
    },
  } })`

describe('the login dialog', () => {
  test('[D10] [K06] an empty form reports what is missing in each field, and warns that the form is incomplete', async () => {
    await open()
    await openLogin()
    await expect.poll(focused).toBe('account')
    expect(await field('账号').getAttribute('placeholder')).toBe('请输入用户名或者邮箱账号')
    await page.keyboard.press('Enter')
    await expectErrorOf('账号', '请输入账号')
    await expectErrorOf('密码', '请输入密码')
    await toast('请正确填写信息!')
    await expect.poll(focused).toBe('account')
    expect(await field('图形验证码').count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('[D01] [K06] where a captcha is demanded, it is there when the dialog opens, changes with each opening and press, and shows when it is loading or has failed', async () => {
    await station.demandCaptcha('login yanyu')
    await open('/', { script: rememberedScript('yanyu') })
    await openLogin()
    await captchaImage().waitFor()
    const first = await captchaImage().getAttribute('src')
    await button('看不清，换一张').click()
    await expect.poll(() => captchaImage().getAttribute('src')).not.toBe(first)
    const second = await captchaImage().getAttribute('src')
    await field('密码').fill(password)
    await page.keyboard.press('Enter')
    await expectErrorOf('图形验证码', '请输入图形验证码')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await openLogin()
    await captchaImage().waitFor()
    expect([first, second]).not.toContain(await captchaImage().getAttribute('src'))

    const { release } = await holdReplies('/pub/captcha')
    await button('看不清，换一张').click()
    await button('加载中…').waitFor()
    release()
    await captchaImage().waitFor()
    expect(problems).toEqual([])
    await page.unroute('**/pub/captcha?*')
    await page.route('**/pub/captcha?*', (route) => route.abort())
    await button('看不清，换一张').click()
    await button('加载失败，点此重试').waitFor()
    await page.unroute('**/pub/captcha?*')
    await button('加载失败，点此重试').click()
    await captchaImage().waitFor()
  })

  test('[D01] [K06] a failure is shown in the dialog; after the third a captcha is demanded, and each further one refreshes and clears it', async () => {
    await makeUser('beiyu')
    await open()
    await openLogin()
    await fillLogin('beiyu', 'wrong-one-4711')
    for (let at = 0; at < 3; at++) {
      expect(await field('图形验证码').count()).toBe(0)
      await replyTo('/pub/captcha', () => page.keyboard.press('Enter'))
      await expectErrorOf('密码', '账号或密码不正确')
      await expect.poll(focused).toBe('password')
    }
    await fillCaptcha()
    const before = await captchaImage().getAttribute('src')
    await page.keyboard.press('Enter')
    await expectErrorOf('密码', '账号或密码不正确，验证码已刷新')
    await expect.poll(() => captchaImage().getAttribute('src')).not.toBe(before)
    expect(await field('图形验证码').inputValue()).toBe('')
    await expect.poll(focused).toBe('captcha')
    await field('密码').fill(password)
    await field('图形验证码').fill('no')
    await page.keyboard.press('Enter')
    await expectErrorOf('图形验证码', '图形验证码错误或已过期，请重新输入')
    expect(await field('账号').inputValue()).toBe('beiyu')
    await fillCaptcha()
    await page.keyboard.press('Enter')
    await toast('登录成功！')
    expect(problems).toEqual([])
  })

  test('[D01] [A16] whoever cannot see the picture signs in by the keyboard alone, with a proof of work', async () => {
    await makeUser('mengyu')
    await station.demandCaptcha('login mengyu')
    await open()
    await openLogin()
    await fillLogin('mengyu')
    const { release } = await holdReplies('/pub/captcha')
    await page.keyboard.press('Enter')
    await expectErrorOf('图形验证码', '请输入图形验证码')
    await expect.poll(focused).toBe('captcha')
    await button('看不清图片？改用自动验证').focus()
    await page.keyboard.press('Enter')
    await dialog().getByRole('status').getByText('正在自动验证，请稍候几秒').waitFor()
    expect(await focused()).toBe('改回看图输入')
    // It may be sent at once, even before the captcha has loaded: it is sent when the proof is there.
    await field('密码').press('Enter')
    await button('登录中...').waitFor()
    release()
    await expect.poll(() => field('图形验证码').inputValue()).toMatch(/^(正在自动验证 \d+%|已通过自动验证)$/)
    await toast('登录成功！')
    expect(problems).toEqual([])
  })

  test('[D01] only one attempt runs: the button shows progress, and nothing can be sent or changed meanwhile', async () => {
    await makeUser('yilan')
    await open()
    await openLogin()
    await fillLogin('yilan@beiyu.example')
    const { requests, release } = await holdReplies('/pub/user/login')
    await page.keyboard.press('Enter')
    await button('登录中...').waitFor()
    expect(await button('登录中...').isDisabled()).toBe(true)
    await expect
      .poll(() => page.evaluate<string>("getComputedStyle(document.querySelector('[data-pending]')).opacity"))
      .toBe('0.72')
    await page.keyboard.press('Enter')
    await field('密码').press('Enter')
    expect(await field('密码').getAttribute('readonly')).not.toBeNull()
    release()
    await toast('登录成功！')
    expect(requests).toHaveLength(1)
    expect(problems).toEqual([])
  })

  test('[E01] a login is shown in the header, stored, and known to the next page before its scripts run', async () => {
    await makeUser('linzhao')
    await open()
    await login('linzhao')
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 linzhao')
    await expect.poll(() => page.evaluate("document.activeElement.hasAttribute('data-account')")).toBe(true)
    expect(JSON.parse((await stored('userinfo')) ?? '')).toMatchObject({ userName: 'linzhao' })
    expect(await stored('token')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(await page.evaluate('document.cookie')).toContain('in=1')
    expect(await page.evaluate('JSON.stringify(localStorage) + JSON.stringify(sessionStorage)')).not.toContain(password)
    const html = await fetch(station.url, { headers: { cookie: 'in=1' } }).then((response) => response.text())
    expect(html).toMatch(/<button[^>]*data-account="true"[^>]*aria-label="我的账号"/)
    await reload(page)
    await expect.poll(() => accountButton().getAttribute('aria-label')).toBe('我的账号 linzhao')
    expect(problems).toEqual([])
  })

  test('[E03] without a store of passwords a remembered name is filled in, and only if chosen', async () => {
    await makeUser('qiushui')
    await open('/', { script: 'delete window.PasswordCredential' })
    await login('qiushui')
    await logOut()
    await openLogin()
    expect(await field('账号').inputValue()).toBe('qiushui')
    expect(await field('密码').inputValue()).toBe('')
    await expect.poll(focused).toBe('password')
    await dialog().getByLabel('记住账号密码').uncheck()
    await fillLogin('qiushui')
    await page.keyboard.press('Enter')
    await toast('登录成功！')
    expect(await stored('tokens')).toBeNull()
    await logOut()
    await openLogin()
    expect(await field('账号').inputValue()).toBe('')
    expect(problems).toEqual([])
  })

  test("[E03] a remembered login fills in both fields: the name from our storage, the password from the browser's own store", async () => {
    await makeUser('lushan')
    const kept = new Map<string, string>()
    const first = await open('/', { script: passwordStoreScript })
    await first.exposeFunction('keepPassword', (account: string, secret: string) => void kept.set(account, secret))
    await first.exposeFunction('passwordOf', (account: string) => kept.get(account) ?? null)
    await openLogin()
    await dialog().getByLabel('记住账号密码').uncheck()
    await fillLogin('lushan')
    await page.keyboard.press('Enter')
    await toast('登录成功！')
    await logOut()
    expect([...kept]).toEqual([])
    await openLogin()
    await dialog().getByLabel('记住账号密码').check()
    await fillLogin('lushan')
    await page.keyboard.press('Enter')
    await toast('登录成功！')
    await expect.poll(() => [...kept]).toEqual([['lushan', password]])
    await logOut()
    await openLogin()
    await expect.poll(() => field('密码').inputValue()).toBe(password)
    expect(await field('账号').inputValue()).toBe('lushan')
    expect(await page.evaluate('JSON.stringify(localStorage) + JSON.stringify(sessionStorage)')).not.toContain(password)
    await page.keyboard.press('Enter')
    await toast('登录成功！')
    expect(problems).toEqual([])
  })

  test('[E03] every field says what it is to password managers', async () => {
    await open()
    await openLogin()
    const filled = async (...labels: string[]) =>
      Object.fromEntries(
        await Promise.all(labels.map(async (label) => [label, await field(label).getAttribute('autocomplete')])),
      )
    expect(await filled('账号', '密码')).toEqual({ 账号: 'username', 密码: 'current-password' })
    await button('注册').click()
    expect(await filled('邮箱', '邮箱验证码', '账号（选填）', '密码', '再输一次')).toEqual({
      邮箱: 'email',
      邮箱验证码: 'one-time-code',
      '账号（选填）': 'username',
      密码: 'new-password',
      再输一次: 'new-password',
    })
    await button('登录').click()
    await button('忘记密码').click()
    expect(await filled('邮箱', '新密码')).toEqual({ 邮箱: 'username', 新密码: 'new-password' })
  })
})

describe('the header', () => {
  const menu = () => page.getByRole('form', { name: '登录' })

  test('[D08] the quick form reports empty fields and failures, and signs in once however often Enter is pressed', async () => {
    await makeUser('xieyu')
    await open()
    await accountButton().focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('email')
    await page.keyboard.press('Tab')
    await menu().getByRole('alert').getByText('请输入邮箱', { exact: true }).waitFor()
    await page.keyboard.press('Tab')
    await menu().getByRole('alert').getByText('请输入密码', { exact: true }).waitFor()
    await menu().getByLabel('邮箱').fill('xieyu@beiyu.example')
    await menu().getByLabel('密码', { exact: true }).fill('wrong-one-4711')
    await page.keyboard.press('Enter')
    await menu().getByRole('alert').getByText('账号或密码不正确', { exact: true }).waitFor()
    await expect.poll(focused).toBe('password')
    await menu().getByLabel('密码', { exact: true }).fill(password)
    const { requests, release } = await holdReplies('/pub/user/login')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    const pending = menu().getByRole('button', { name: '登录中...', exact: true })
    await pending.waitFor()
    expect(await pending.isDisabled()).toBe(true)
    release()
    await toast('登录成功！')
    expect(requests).toHaveLength(1)
    expect(await dialog().count()).toBe(0)
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 xieyu')
    expect(problems).toEqual([])
  })

  test('[D08] if a captcha is demanded, the dialog takes over what was typed, and asks for it', async () => {
    await station.demandCaptcha('login xieyu2@beiyu.example')
    await open()
    await accountButton().focus()
    await page.keyboard.press('ArrowDown')
    await menu().getByLabel('邮箱').fill('xieyu2@beiyu.example')
    await menu().getByLabel('密码', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await captchaImage().waitFor()
    expect(await field('账号').inputValue()).toBe('xieyu2@beiyu.example')
    expect(await field('密码').inputValue()).toBe(password)
    await expect.poll(focused).toBe('captcha')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate("document.activeElement.hasAttribute('data-account')")).toBe(true)
    expect(problems).toEqual([])
  })

  test('[A04] the menu leads a member to 个人中心, and calls it 我的后台 for an operator', async () => {
    for (const [name, role, entry] of [
      ['chengyuan', 'user', '个人中心'],
      ['zhanzhang', 'admin', '我的后台'],
    ] as const) {
      await makeUser(name)
      await station.station.accounts.manager.setRole(name, role)
      await open()
      await login(name)
      await accountButton().click()
      const links = page.getByRole('banner').locator('a[href="/user"]')
      expect(await links.allInnerTexts()).toEqual([entry])
    }
    expect(problems).toEqual([])
  })

  test('[D08] the form stays open while typing when the pointer leaves, and closes on a press outside', async () => {
    await open()
    await accountButton().hover()
    await menu().getByLabel('邮箱').fill('x')
    await page.mouse.move(300, 700)
    await expect.poll(() => page.evaluate<boolean>("document.querySelector('header').matches(':hover')")).toBe(false)
    await menu().getByLabel('密码', { exact: true }).fill('y')
    await page.mouse.click(300, 700)
    await menu().waitFor({ state: 'detached' })
  })

  test("[E02] signing out clears the session here and in the browser's other pages", async () => {
    await makeUser('haiyan')
    const one = await open()
    await login('haiyan')
    const other = await openIn(one.context())
    await expect.poll(() => accountButton().getAttribute('aria-label')).toBe('我的账号 haiyan')
    switchToPage(one)
    await logOut()
    expect(await stored('token')).toBeNull()
    expect(await stored('userinfo')).toBeNull()
    expect(await page.evaluate('document.cookie')).not.toContain('in=1')
    switchToPage(other)
    await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
    expect(problems).toEqual([])
  })

  test('[E01] with storage blocked a session lasts as long as its page', async () => {
    await makeUser('muzi')
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    contexts.push(context)
    await context.addInitScript(
      "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get() { throw new Error('blocked') } })",
    )
    await openIn(context)
    await login('muzi')
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 muzi')
    await reload(page)
    await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
  })
})
