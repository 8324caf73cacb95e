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
  problemOf,
  problems,
  station,
  stayInAccountStation,
  stored,
  toast,
  turnTo,
} from './account-pages.ts'
import { answerTo, beginToBind, goToProfile, profile, registerThere } from './account-sites.ts'

stayInAccountStation()

/** Makes a call as a device of somebody's that is not this browser. */
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

/** All that is said at the foot of the page. */
const said = async () => (await page.locator('[aria-live]').allInnerTexts()).join('')

describe('what reply codes do', () => {
  test('[K05] 7: the only way in cannot be unbound, and a warning says why', async () => {
    await registerThere('danhua')
    await goToProfile()
    expect(await answerTo('/pub/user/third/unbind', () => profile('解绑 栈道').click())).toMatchObject({ code: 7 })
    await toast('这是唯一的登录方式，请先设置密码再解绑')
    expect(await page.locator('[aria-live=assertive]').innerText()).toBe('这是唯一的登录方式，请先设置密码再解绑')
    await profile('解绑 栈道').waitFor()
    expect(problems).toEqual([])
  })

  test('[K05] 11: what another page has done already comes to nothing, without a word', async () => {
    await makeUser('lanshan')
    const first = await open()
    await login('lanshan')
    await goToProfile()
    await beginToBind('lan')
    await field('密码').fill(password)
    await page.keyboard.press('Enter')
    await toast('绑定成功！')
    const second = await openIn(first.context(), '/user/info')
    await profile('解绑 栈道').waitFor()
    turnTo(first)
    await profile('解绑 栈道').click()
    await toast('已解绑 栈道')
    turnTo(second)
    expect(await answerTo('/pub/user/third/unbind', () => profile('解绑 栈道').click())).toMatchObject({ code: 11 })
    await profile('绑定 栈道').waitFor()
    expect(await said()).toBe('')
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 lanshan')
    expect(problems).toEqual([])
  })

  test('[K05] 15: a record that comes too soon after that of another device waits, without a word', async () => {
    await makeUser('xunbo')
    await open()
    await login('xunbo')
    // What was said about signing in goes by itself.
    await expect.poll(said).toBe('')
    const watched = { id: 1, time: Math.floor(Date.now() / 1000), currentTime: 61, duration: 600, name: '夜渡' }
    await page.evaluate(
      `localStorage.setItem('history', ${JSON.stringify(
        JSON.stringify([{ ...watched, ids: 0, type: 'vod', level: 1, isLevel: false, pidId: 2, img: '' }]),
      )})`,
    )
    const { id, time: saveTime, currentTime, duration, name: title } = watched
    const sent = { type: 'vod', id, episode: 1, duration, percent: 10, currentTime, title, saveTime }
    expect(await postAs((await stored('token')) ?? '', '/pub/user/watch/save', sent)).toMatchObject({ code: 0 })
    // What could not be sent goes when there is a network again.
    await page.context().setOffline(true)
    const answer = await answerTo('/pub/user/watch/save', () => page.context().setOffline(false))
    expect(answer).toMatchObject({ code: 15, data: { refusal: 'TooSoon' } })
    expect(await said()).toBe('')
    expect(await dialog().count()).toBe(0)
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 xunbo')
    expect(await stored('history')).not.toContain('sent')
    expect(problems).toEqual([])
  })

  test('[K05] 17: a device whose clock jumps sets it by the station’s and asks again, without a word', async () => {
    await open()
    await page.evaluate('{ const now = Date.now; Date.now = () => now() + 3_600_000 }')
    /** What each call was answered with; calls that are under way together are read in any order. */
    const answers = new Map<string, Set<unknown>>()
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (!pathname.includes('/v1/')) return
      const codes = answers.get(pathname) ?? new Set()
      answers.set(pathname, codes)
      // A page that is left takes its replies along.
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
    expect(await said()).toBe('')
    expect(await dialog().count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('[K05] 14 on a page of the user area: signs out, goes home, and says why there', async () => {
    await makeUser('yuzhou')
    await open()
    await login('yuzhou')
    await goToProfile()
    const { manager } = station.station.accounts
    // The page has asked all it asks by itself.
    await page.waitForLoadState('networkidle')
    await page.getByLabel('昵称').fill('渔舟')
    expect(await manager.setPassword('yuzhou', 'a-better-one-64')).toHaveProperty('id')
    await profile('保存').click()
    await page.waitForURL((url) => url.pathname === '/')
    await toast('账号已在别处登录或密码已修改，请重新登录')
    await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
    expect(await stored('token')).toBeNull()
    expect(problems).toEqual([])
  })

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
      userId: 1,
      sessionId: crypto.randomUUID(),
      nowSec: Math.floor(Date.now() / 1000) - 7200,
      lifetimeSec: 3600,
    })
    for (const token of [expired, 'aaaa.bbbb.cccc']) {
      await open('/tabs/2')
      await page.evaluate(`localStorage.setItem('token', '${token}'); document.cookie = 'in=1; path=/'`)
      await page.evaluate('window.name = "same"')
      const began = await page.evaluate<number>('performance.timeOrigin')
      await page.reload()
      await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
      expect(await page.evaluate<number>('performance.timeOrigin')).toBeGreaterThan(began)
      expect(await stored('token')).toBeNull()
      expect(page.url()).toBe(`${station.url}/tabs/2`)
      expect(await dialog().count()).toBe(0)
      expect((await page.locator('[aria-live]').allInnerTexts()).join('')).toBe('')
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
