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
  holdBack,
  leave,
  login,
  makeUser,
  open,
  openIn,
  openLogin,
  page,
  password,
  picture,
  problemOf,
  problems,
  station,
  stayInAccountStation,
  stored,
  toast,
  turnTo,
} from './account-pages.ts'

stayInAccountStation()

describe('the login dialog', () => {
  test('[D10] an empty form says of each field what is missing, and of the whole that it is not right', async () => {
    await open()
    await openLogin()
    await expect.poll(focused).toBe('account')
    expect(await field('账号').getAttribute('placeholder')).toBe('请输入用户名或者邮箱账号')
    await page.keyboard.press('Enter')
    await expect.poll(() => problemOf('账号')).toBe('请输入账号')
    expect(await problemOf('密码')).toBe('请输入密码')
    expect(await problemOf('图形验证码')).toBe('请输入图形验证码')
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
    await expect.poll(() => problemOf('图形验证码').catch(() => '')).toBe('图形验证码错误或已过期，请重新输入')
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
    turnTo(one)
    await leave()
    expect(await stored('token')).toBeNull()
    expect(await stored('userinfo')).toBeNull()
    expect(await page.evaluate('document.cookie')).not.toContain('in=1')
    turnTo(other)
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
