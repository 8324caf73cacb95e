import { describe, expect, test } from 'vitest'
import {
  accountButton,
  button,
  dialog,
  field,
  fillLogin,
  focused,
  leave,
  login,
  makeUser,
  open,
  openLogin,
  page,
  password,
  problemOf,
  problems,
  readPicture,
  station,
  stayInAccountStation,
  stored,
  toast,
  turnTo,
} from './account-pages.ts'
import { hasTakenOver } from './browser.ts'

stayInAccountStation()

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

    turnTo(first)
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

    turnTo(first)
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
