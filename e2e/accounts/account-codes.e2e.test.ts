import { splitToken } from '@yunmu/contract/wire'
import { describe, expect, test } from 'vitest'
import {
  accountButton,
  dialog,
  field,
  fillLogin,
  focused,
  login,
  makeUser,
  open,
  openIn,
  openLogin,
  page,
  password,
  expectErrorOf,
  problems,
  station,
  setUpAccountStation,
  stored,
  toast,
  switchToPage,
} from './account-pages.ts'
import { replyTo, openBindDialog, goToProfile, profileButton, registerThere } from './account-sites.ts'
import { reload, visit } from '../page-load.ts'

setUpAccountStation()

/** Makes a call as another device of the user. */
async function postAs(token: string, path: string, body: object): Promise<unknown> {
  const query = new URLSearchParams({ ...splitToken(token) }).toString()
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${station.url}${path}?${query}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return response.json()
}

/** The texts of all toasts. */
const toastTexts = async () => (await page.locator('[aria-live]').allInnerTexts()).join('')

describe('reactions to reply codes', () => {
  test('[K05] 7: the only sign-in method cannot be unbound, and a warning states why', async () => {
    await registerThere('danhua')
    await goToProfile()
    expect(await replyTo('/pub/user/third/unbind', () => profileButton('解绑 栈道').click())).toMatchObject({ code: 7 })
    const warning = () => page.locator('[aria-live=assertive]').innerText()
    await expect.poll(warning).toBe('这是唯一的登录方式，请先设置密码再解绑')
    await profileButton('解绑 栈道').waitFor()
    expect(problems).toEqual([])
  })

  test('[K05] 11: what another page has already done is ignored silently', async () => {
    await makeUser('lanshan')
    const first = await open()
    await login('lanshan')
    await goToProfile()
    await openBindDialog('lan')
    await field('密码').fill(password)
    await page.keyboard.press('Enter')
    await toast('绑定成功！')
    const second = await openIn(first.context(), '/user/info')
    await profileButton('解绑 栈道').waitFor()
    switchToPage(first)
    await profileButton('解绑 栈道').click()
    await toast('已解绑 栈道')
    switchToPage(second)
    expect(await replyTo('/pub/user/third/unbind', () => profileButton('解绑 栈道').click())).toMatchObject({
      code: 11,
    })
    await profileButton('绑定 栈道').waitFor()
    expect(await toastTexts()).toBe('')
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 lanshan')
    expect(problems).toEqual([])
  })

  test('[K05] 15: a record too soon after that of another device waits silently', async () => {
    await makeUser('xunbo')
    await open()
    await login('xunbo')
    // The toast about signing in closes by itself.
    await expect.poll(toastTexts).toBe('')
    const watched = { id: 1, time: Math.floor(Date.now() / 1000), currentTime: 61, duration: 600, name: '夜渡' }
    await page.evaluate(
      `localStorage.setItem('history', ${JSON.stringify(
        JSON.stringify([{ ...watched, ids: 0, type: 'vod', level: 1, isLevel: false, pidId: 2, img: '' }]),
      )})`,
    )
    const { id, time: saveTime, currentTime, duration, name: title } = watched
    const sent = { type: 'vod', id, episode: 1, duration, percent: 10, currentTime, title, saveTime }
    expect(await postAs((await stored('token')) ?? '', '/pub/user/watch/save', sent)).toMatchObject({ code: 0 })
    // Records that could not be uploaded are uploaded when the network is back.
    await page.context().setOffline(true)
    const answer = await replyTo('/pub/user/watch/save', () => page.context().setOffline(false))
    expect(answer).toMatchObject({ code: 15, data: { refusal: 'TooSoon' } })
    expect(await toastTexts()).toBe('')
    expect(await dialog().count()).toBe(0)
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 xunbo')
    expect(await stored('history')).not.toContain('sent')
    expect(problems).toEqual([])
  })

  test('[K05] 17: a device with a wrong clock adopts the station’s time and repeats the call silently', async () => {
    await open()
    await page.evaluate('{ const now = Date.now; Date.now = () => now() + 3_600_000 }')
    /** The reply codes of each path. Calls run in parallel, so their order is not defined. */
    const answers = new Map<string, Set<unknown>>()
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (!pathname.includes('/v1/')) return
      const codes = answers.get(pathname) ?? new Set()
      answers.set(pathname, codes)
      // Leaving a page aborts reading its replies.
      response.json().then(
        ({ code }: { code: unknown }) => codes.add(code),
        () => undefined,
      )
    })
    const refused = () => [...answers.values()].filter((codes) => codes.has(17))
    await page.getByRole('banner').getByRole('link', { name: '电影' }).click()
    await page.waitForURL((url) => url.pathname !== '/')
    await expect.poll(() => refused().length).toBeGreaterThan(0)
    await expect.poll(() => refused().filter((codes) => !codes.has(0))).toEqual([])
    expect(await toastTexts()).toBe('')
    expect(await dialog().count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('[K05] 14 in the user area: signs out, goes home, and shows why', async () => {
    await makeUser('yuzhou')
    await open()
    await login('yuzhou')
    await goToProfile()
    const { manager } = station.station.accounts
    // The page has made all the calls that it makes on its own.
    await page.waitForLoadState('networkidle')
    await page.getByLabel('昵称').fill('渔舟')
    expect(await manager.setPassword('yuzhou', 'a-better-one-64')).toHaveProperty('id')
    await profileButton('保存').click()
    await page.waitForURL((url) => url.pathname === '/')
    await toast('账号已在别处登录或密码已修改，请重新登录')
    await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
    expect(await stored('token')).toBeNull()
    expect(problems).toEqual([])
  })

  test('[K05] 14: after another browser changes the password, this one signs out, reloads, and shows why', async () => {
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
    await expectErrorOf('当前密码', '当前密码不正确')
    await field('当前密码').fill(password)
    await page.keyboard.press('Enter')
    await toast('密码已修改')
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 chuanzhang')

    switchToPage(first)
    await reload(page)
    await toast('账号已在别处登录或密码已修改，请重新登录')
    await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
    expect(await stored('token')).toBeNull()
    expect(problems).toEqual([])
  })

  test('[K05] 14: with the single-device option, signing in again signs out everywhere else', async () => {
    await makeUser('duchuan')
    const first = await open()
    await login('duchuan')
    await open()
    await login('duchuan')
    await visit(page, `${station.url}/user/info`)
    await page.getByLabel('只在一台设备登录').check()
    await page.evaluate("localStorage.removeItem('token')")
    await visit(page, station.url)
    await login('duchuan')
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 duchuan')

    switchToPage(first)
    await reload(page)
    await toast('账号已在别处登录或密码已修改，请重新登录')
    expect(await stored('token')).toBeNull()
  })

  test('[K05] 13 and 16: an expired or forged token is dropped silently', async () => {
    const expired = await station.station.tokens.issue({
      userId: 1,
      sessionId: crypto.randomUUID(),
      nowSec: Math.floor(Date.now() / 1000) - 7200,
      lifetimeSec: 3600,
    })
    for (const token of [expired, 'aaaa.bbbb.cccc']) {
      await open('/tabs/2')
      await page.evaluate(`localStorage.setItem('token', '${token}'); document.cookie = 'in=1; path=/'`)
      await page.evaluate('window.name = "same"')
      const loadedAt = await page.evaluate<number>('performance.timeOrigin')
      await reload(page)
      await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
      expect(await page.evaluate<number>('performance.timeOrigin')).toBeGreaterThan(loadedAt)
      expect(await stored('token')).toBeNull()
      expect(page.url()).toBe(`${station.url}/tabs/2`)
      expect(await dialog().count()).toBe(0)
      expect((await page.locator('[aria-live]').allInnerTexts()).join('')).toBe('')
    }
    expect(problems).toEqual([])
  })

  test('[K05] 12: the login dialog opens, and the requested action continues after signing in', async () => {
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

  test('[K05] a call without a connection reports the failure where it was made', async () => {
    await open()
    await openLogin()
    await fillLogin('anybody')
    await page.route('**/pub/user/login?*', (route) => route.abort())
    await page.keyboard.press('Enter')
    await dialog().getByRole('alert').getByText('暂时连不上服务器', { exact: true }).waitFor()
    expect([await field('账号').inputValue(), await field('密码').inputValue()]).toEqual(['anybody', password])
  })
})
