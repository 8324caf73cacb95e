import { splitToken } from '@yunmu/contract/wire'
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
  openIn,
  openLogin,
  page,
  password,
  picture,
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

/** Goes through the other site by the login dialog, and comes back. */
async function goThere(): Promise<void> {
  await openLogin()
  await button('用 栈道 登录').click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(() => page.evaluate<boolean>(hasTakenOver)).toBe(true)
}

/** Registers somebody whom the other site knows. They have no password here. */
async function registerThere(person: string): Promise<void> {
  station.outside.person = person
  await open()
  await goThere()
  await dialog().getByRole('heading', { name: '注册并绑定' }).waitFor()
  await askForCode(`${person}@beiyu.example`)
  await field('邮箱验证码').fill(await station.codeFor(`${person}@beiyu.example`))
  await page.keyboard.press('Enter')
  await toast('注册成功！')
  await dialog().waitFor({ state: 'detached' })
}

async function askForCode(email: string): Promise<void> {
  await field('邮箱').fill(email)
  await readPicture()
  await button('获取验证码').click()
  await toast('发送成功!')
}

const profile = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

async function goToProfile(): Promise<void> {
  await page.goto(`${station.url}/user/info`)
  await expect.poll(() => page.evaluate<boolean>(hasTakenOver)).toBe(true)
}

/** Begins to bind a login of the other site to who is signed in; ends in the dialog that asks for the password. */
async function beginToBind(person: string): Promise<void> {
  station.outside.person = person
  await profile('绑定 栈道').click()
  await dialog().getByRole('heading', { name: '输入密码以绑定' }).waitFor()
}

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

/** Waits until a field says what is wrong with it. */
const wrongField = async (label: string, text: string): Promise<void> => {
  await expect.poll(() => problemOf(label).catch(() => '')).toBe(text)
}
/** What is wrong with the form as a whole. */
const wrongForm = (text: string) => dialog().getByRole('alert').getByText(text, { exact: true }).waitFor()
/** All that is said at the foot of the page. */
const said = async () => (await page.locator('[aria-live]').allInnerTexts()).join('')
/** Presses what makes a call, and returns what the station answers. */
async function answerTo(path: string, press: () => Promise<void>): Promise<unknown> {
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path)
  await press()
  return (await answered).json()
}

describe('other sites', () => {
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

  test('[D04] the dialog for an account that is there says of each field what is missing, and why it cannot be bound', async () => {
    await makeUser('duqiao')
    await open()
    await login('duqiao')
    await goToProfile()
    await beginToBind('du-one')
    await field('密码').fill(password)
    await page.keyboard.press('Enter')
    await toast('绑定成功！')

    station.outside.person = 'du-two'
    await open()
    await goThere()
    await button('绑定已有账号').click()
    await dialog().getByRole('heading', { name: '绑定已有账号' }).waitFor()
    await expect.poll(focused).toBe('account')
    await page.keyboard.press('Enter')
    await wrongField('账号', '请输入账号')
    expect(await problemOf('密码')).toBe('请输入密码')
    await wrongForm('请正确填写信息!')
    await expect.poll(focused).toBe('account')
    await field('账号').fill('duqiao')
    await field('密码').fill(password)
    await page.keyboard.press('Enter')
    await wrongForm('这个账号已经绑定过同一种登录方式，请先解绑')
    await station.ground.pool.query('update third_ticket set expires_at = 0')
    await page.keyboard.press('Enter')
    await wrongForm('第三方登录已失效，请重新来过')
    expect(await stored('token')).toBeNull()
    expect(problems).toEqual([])
  })

  test('[D05] the dialog for somebody new says of each field what is missing, and ends with the third wrong code', async () => {
    station.outside.person = 'yan'
    await open()
    await goThere()
    await dialog().getByRole('heading', { name: '注册并绑定' }).waitFor()
    await expect.poll(focused).toBe('email')
    await button('获取验证码').click()
    await wrongField('邮箱', '请确填写邮箱信息!')
    await page.keyboard.press('Enter')
    await wrongField('邮箱', '请输入邮箱地址')
    expect(await problemOf('邮箱验证码')).toBe('请输入验证码')
    await wrongForm('请正确填写信息!')
    await field('邮箱').fill('yan@')
    await button('获取验证码').click()
    await wrongField('邮箱', '请输入正确的邮箱地址')
    await field('邮箱').fill('yan@beiyu.example')
    await button('获取验证码').click()
    await wrongField('图形验证码', '请输入图形验证码')
    await field('图形验证码').fill('no')
    const drawn = await picture().getAttribute('src')
    await button('获取验证码').click()
    await wrongField('图形验证码', '图形验证码错误或已过期，请重新输入')
    await expect.poll(() => picture().getAttribute('src')).not.toBe(drawn)
    await askForCode('yan@beiyu.example')
    for (let tries = 0; tries < 3; tries++) {
      await field('邮箱验证码').fill('none')
      expect(await answerTo('/pub/user/third/register', () => field('邮箱验证码').press('Enter'))).toMatchObject({
        code: 7,
        data: { refusal: 'CodeWrong' },
      })
      await wrongField('邮箱验证码', '邮箱验证码错误或已过期')
    }
    await field('邮箱验证码').fill(await station.codeFor('yan@beiyu.example'))
    await page.keyboard.press('Enter')
    await wrongForm('第三方登录已失效，请重新来过')
    expect(problems).toEqual([])
  })

  test('[D05] somebody new from another site registers with an e-mail and is signed in', async () => {
    await registerThere('xiaohe')
    await accountButton().click()
    await page.getByRole('button', { name: '设置密码' }).waitFor()
    expect(problems).toEqual([])
  })

  test('[E04] who is signed in binds a login with the password, comes in by it, and unbinds it', async () => {
    await makeUser('qingshan')
    await open()
    await login('qingshan')
    await goToProfile()
    await beginToBind('qing')
    await page.keyboard.press('Enter')
    await wrongField('密码', '请输入密码')
    await field('密码').fill('not-this-one-1')
    await page.keyboard.press('Enter')
    await wrongField('密码', '当前密码不正确')
    await field('密码').fill(password)
    await page.keyboard.press('Enter')
    await toast('绑定成功！')
    await dialog().waitFor({ state: 'detached' })
    await profile('解绑 栈道').waitFor()
    await leave()
    await goThere()
    await toast('登录成功！')
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 qingshan')
    await goToProfile()
    await profile('解绑 栈道').click()
    await toast('已解绑 栈道')
    await profile('绑定 栈道').waitFor()
    expect(problems).toEqual([])
  })

  test('[E04] a login that opens another account is not bound to this one', async () => {
    await registerThere('zhulin')
    await makeUser('songlin')
    await open()
    await login('songlin')
    await goToProfile()
    await beginToBind('zhulin')
    await field('密码').fill(password)
    await page.keyboard.press('Enter')
    await wrongForm('这个第三方账号已经绑定了别的用户')
    await page.keyboard.press('Escape')
    await profile('绑定 栈道').waitFor()
    expect(problems).toEqual([])
  })
})

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
    const codes: unknown[] = []
    page.on('response', (response) => {
      if (response.url().includes('/v1/')) void response.json().then(({ code }: { code: unknown }) => codes.push(code))
    })
    await page.getByRole('banner').getByRole('link', { name: '电影' }).click()
    await page.waitForURL((url) => url.pathname !== '/')
    await expect.poll(() => codes).toContain(0)
    expect(codes[0]).toBe(17)
    expect(codes.lastIndexOf(17)).toBeLessThan(codes.indexOf(0))
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
      ...{ userId: 1, sessionId: crypto.randomUUID() },
      ...{ nowSec: Math.floor(Date.now() / 1000) - 7200, lifetimeSec: 3600 },
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
