import { splitToken } from '@yunmu/contract/wire/token'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openAccountStation, type AccountStation } from './account-station.ts'
import { findBarriers } from './accessibility.ts'
import { hasTakenOver, launchBrowser, playsAlone } from './browser.ts'
import { bringFilm } from './film-station.ts'

const password = 'wanquan-budui-93'
const filmSec = 60
const othersCount = 40

let station: AccountStation
let browser: Browser
let page: Page
let series: { id: number; pidId: number }
/** Titles that nothing plays of, the last one made first. */
let others: number[]
const contexts: BrowserContext[] = []
const problems: string[] = []

const nowSec = (): number => Math.floor(Date.now() / 1000)

async function fillStation(): Promise<void> {
  const asset = await bringFilm(station, { name: 'film.mp4', sec: filmSec })
  const { writer } = station.station.catalog
  const draft = { genres: ['悬疑'], area: '内地', year: 2026, state: '连载', letter: 'B' }
  const { id } = await writer.saveTitle(
    { ...draft, pidId: 1, typeId: 11, origin: 'test:series', name: '北屿灯塔', totalEpisodes: 24 },
    nowSec(),
  )
  series = { id, pidId: 1 }
  const episode = { source: '云幕一线', assetId: asset, state: 'ready' as const, durationMs: filmSec * 1000 }
  await writer.saveEpisodes(
    id,
    [
      { ...episode, level: 1, name: '守灯人' },
      { ...episode, level: 2, name: '潮信' },
    ],
    nowSec(),
  )
  others = []
  for (let at = 1; at <= othersCount; at++) {
    const other = await writer.saveTitle(
      { ...draft, pidId: 2, typeId: 21, origin: `test:${at}`, name: `夜渡第${at}夜`, totalEpisodes: 1 },
      nowSec(),
    )
    others.unshift(other.id)
  }
  station.changed([id, ...others])
}

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openAccountStation(), launchBrowser(playsAlone)])
  await fillStation()
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

/** Somebody new, and a token of theirs. */
async function makeUser(name: string): Promise<string> {
  const { manager } = station.station.accounts
  expect(await manager.add({ name, email: `${name}@beiyu.example`, password })).toHaveProperty('id')
  return issue(name)
}

async function issue(name: string): Promise<string> {
  const issued = await station.station.accounts.manager.issueToken(name, { name: '另一台', days: 1 })
  if (typeof issued === 'string') throw new Error(issued)
  return issued.token
}

/** Makes a call as somebody. */
async function post(token: string, path: string, body: object): Promise<unknown> {
  const query = new URLSearchParams({ ...splitToken(token) }).toString()
  const response = await fetch(`${station.url}${path}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.json()
}

/** Gives somebody a history: `count` films, an hour apart, the newest first made last. */
async function watchMany(token: string, count = othersCount): Promise<void> {
  const list = others.slice(0, count).map((id, at) => ({
    ...{ type: 'vod', id, episode: 1, duration: 3000, percent: 50, currentTime: 1500, title: '' },
    saveTime: nowSec() - 60 - at * 3600,
  }))
  expect(await post(token, '/pub/user/watches/sync', { list })).toMatchObject({ code: 0 })
}

/** Opens a page in a browser of its own, signed in where a token is given. */
async function open(
  path: string,
  options: BrowserContextOptions & { token?: string; cookies?: Record<string, string> } = {},
): Promise<Page> {
  const { token, cookies = {}, ...rest } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...rest })
  contexts.push(context)
  const all = Object.entries({ ...cookies, ...(token === undefined ? {} : { in: '1' }) })
  await context.addCookies(all.map(([name, value]) => ({ name, value, url: station.url })))
  page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  page.on('console', (message) => {
    const isOwn = /Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isOwn) problems.push(message.text())
  })
  if (token !== undefined) {
    // Only once: who signs out stays signed out.
    await context.addInitScript(`if (sessionStorage.getItem('given') === null) {
      sessionStorage.setItem('given', '1')
      localStorage.setItem('token', ${JSON.stringify(token)})
    }`)
  }
  await page.goto(station.url + path)
  await expect.poll(() => page.evaluate<boolean>(hasTakenOver)).toBe(true)
  return page
}

const dialog = () => page.getByRole('dialog')
const field = (label: string) => dialog().getByLabel(label, { exact: true })
const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true })
const toast = (text: string) => page.locator('[aria-live]').getByText(text, { exact: true })
const undo = () => page.locator('[aria-live]').getByRole('button', { name: '撤销' }).last()
const stored = (key: string) => page.evaluate<string | null>(`localStorage.getItem('${key}')`)
const pathname = () => new URL(page.url()).pathname

async function readPicture(): Promise<void> {
  await dialog().locator('img').waitFor()
  await field('图形验证码').fill(await station.readPictures())
}

async function fillLogin(name: string, secret = password): Promise<void> {
  await dialog().getByRole('heading', { name: '登录' }).waitFor()
  await field('账号').fill(name)
  await field('密码').fill(secret)
  await readPicture()
  await page.keyboard.press('Enter')
  await toast('登录成功！').waitFor()
}

const videoSec = () => page.evaluate<number>("document.querySelector('video')?.currentTime ?? -1")
const vodPath = (level: number): string => `/player/vod/${series.pidId}/${series.id}/${level}`
const cards = () => page.getByRole('main').locator('section li')
const names = async (): Promise<string[]> =>
  (await cards().getByRole('link').allTextContents()).map((text) => /夜渡第\d+夜|北屿灯塔/.exec(text)?.[0] ?? text)

describe('[F09] a history that follows', () => {
  test('[E01] what a visitor watched goes up with the login, goes on elsewhere at the same second, and a changed password ends it here', async () => {
    const first = await open(vodPath(1))
    await expect.poll(videoSec, { timeout: 60_000 }).toBeGreaterThan(3)
    await page.evaluate("void (document.querySelector('video').currentTime = 31.4)")
    await expect.poll(videoSec).toBeGreaterThan(31.6)
    await page.evaluate("document.querySelector('video').pause()")
    const left = await videoSec()
    await expect.poll(() => stored('history')).toContain('"level":1')

    // Registers with a code from the mail, and signs in.
    await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
    await dialog().getByRole('button', { name: '注册', exact: true }).click()
    await dialog().getByRole('heading', { name: '注册' }).waitFor()
    await field('邮箱').fill('linfeng@beiyu.example')
    await readPicture()
    await dialog().getByRole('button', { name: '获取验证码' }).click()
    await toast('发送成功!').waitFor()
    await field('邮箱验证码').fill(await station.codeFor('linfeng@beiyu.example'))
    await field('密码').fill(password)
    await field('再输一次').fill(password)
    await page.keyboard.press('Enter')
    await toast('注册成功！').waitFor()
    await field('密码').fill(password)
    await readPicture()
    const uploaded = page.waitForResponse((response) => /\/pub\/user\/watch(?:\/save|es\/sync)/.test(response.url()))
    await page.keyboard.press('Enter')
    await toast('登录成功！').waitFor()
    expect(await (await uploaded).json()).toMatchObject({ code: 0 })
    await expect.poll(() => stored('history')).toContain('"sent":true')

    // Goes on on another device, to the second.
    const token = await issue('linfeng')
    const second = await open('/user/back', { token })
    const plate = page.getByRole('region', { name: '接着看' })
    await plate.getByRole('heading', { name: '北屿灯塔' }).waitFor()
    expect(await plate.textContent()).toMatch(/第 1 集\s*守灯人.*00:31 \/ 01:00.*\d\d\.\d\d%/)
    await plate.getByRole('link', { name: '下一集' }).waitFor()
    await plate.getByRole('link', { name: '继续播放' }).click()
    await expect.poll(videoSec, { timeout: 60_000 }).toBeGreaterThan(left - 0.5)
    expect(Math.floor(await videoSec()) - Math.floor(left)).toBeLessThanOrEqual(4)
    await page.evaluate("document.querySelector('video').pause()")

    // A changed password ends the session of the first device with its next call.
    await page.goto(`${station.url}/user/info`)
    await button('修改密码').click()
    await field('当前密码').fill(password)
    await field('新密码').fill('another-one-82')
    await field('再输一次').fill('another-one-82')
    await page.keyboard.press('Enter')
    await toast('密码已修改').waitFor()
    page = first
    await page.getByRole('banner').getByRole('button', { name: '看过' }).click()
    const begunAnew = page.waitForEvent('load')
    await begunAnew
    await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
    expect(await stored('token')).toBeNull()
    expect(await stored('history')).toBeNull()
    page = second
    expect(await stored('token')).not.toBeNull()
    expect(problems).toEqual([])
  })

  test('a player that is opened directly goes on where another device was, and where this one was later', async () => {
    const token = await makeUser('suxu')
    const record = { type: 'tv', id: series.id, episode: 2, duration: filmSec, percent: 0, title: '' }
    const list = [{ ...record, currentTime: 25, saveTime: nowSec() - 100 }]
    expect(await post(token, '/pub/user/watches/sync', { list })).toMatchObject({ code: 0 })
    await open(vodPath(2), { token })
    await expect.poll(videoSec, { timeout: 60_000 }).toBeGreaterThan(25.5)
    expect(await videoSec()).toBeLessThan(35)
    await page.evaluate("void (document.querySelector('video').currentTime = 41)")
    await expect.poll(videoSec).toBeGreaterThan(41.2)
    await page.evaluate("document.querySelector('video').pause()")
    await expect.poll(() => stored('history')).toMatch(/"currentTime":41.*"sent":true/)
    await open(vodPath(2), { token })
    await expect.poll(videoSec, { timeout: 60_000 }).toBeGreaterThan(40.5)
    expect(problems).toEqual([])
  })

  test('a page that is left says where it was, and what was watched without a network goes up with it', async () => {
    const token = await makeUser('anhe')
    const first = await open(vodPath(1), { token })
    await expect.poll(videoSec, { timeout: 60_000 }).toBeGreaterThan(2)
    await page.route('**/pub/user/watch**', (route) => route.abort())
    await page.evaluate("void (document.querySelector('video').currentTime = 20)")
    await expect.poll(videoSec).toBeGreaterThan(20.2)
    await page.evaluate("document.querySelector('video').pause()")
    await expect.poll(() => stored('history')).toContain('"currentTime":20')
    expect(await stored('history')).not.toContain('"sent":true')
    await page.unroute('**/pub/user/watch**')
    await page.evaluate("dispatchEvent(new Event('online'))")
    await expect.poll(() => stored('history')).toContain('"sent":true')

    await page.evaluate("void (document.querySelector('video').currentTime = 44)")
    await expect.poll(videoSec).toBeGreaterThan(43.9)
    await page.goto(`${station.url}/user/info`)
    await open('/user/back', { token })
    const plate = page.getByRole('region', { name: '接着看' })
    await expect.poll(() => plate.textContent()).toMatch(/00:4[45] \/ 01:00/)
    page = first
    expect(problems).toEqual([])
  })

  test('[A04] the header shows the last three, asks visitors to sign in, and leads to all of them', async () => {
    const token = await makeUser('baizhi')
    await watchMany(token, 5)
    await open('/', { token })
    const panel = page.getByRole('banner')
    await panel.getByRole('button', { name: '看过' }).hover()
    await panel.getByRole('link', { name: '夜渡第40夜' }).waitFor()
    expect(await panel.getByRole('link', { name: /夜渡第/ }).count()).toBe(3)
    await panel.getByRole('link', { name: '全部历史' }).click()
    await page.waitForURL('**/user/back')
    await open('/')
    await page.getByRole('banner').getByRole('button', { name: '看过' }).click()
    await page.getByRole('button', { name: '登录后各设备同步' }).click()
    await dialog().getByRole('heading', { name: '登录' }).waitFor()
    expect(problems).toEqual([])
  })

  test('[A04] what was watched to its end offers the next episode in the header, and the last says that it is over', async () => {
    const token = await makeUser('chuyu')
    const record = { type: 'tv', id: series.id, duration: filmSec, currentTime: filmSec, percent: 100, title: '' }
    const sync = (episode: number): Promise<unknown> =>
      post(token, '/pub/user/watches/sync', { list: [{ ...record, episode, saveTime: nowSec() - 10 + episode }] })
    expect(await sync(1)).toMatchObject({ code: 0 })
    await open('/', { token })
    const panel = page.getByRole('banner')
    await panel.getByRole('button', { name: '看过' }).click()
    const line = panel.getByRole('link', { name: '北屿灯塔' })
    await line.getByText('下一集：第 2 集　潮信').waitFor()
    expect(await line.getAttribute('href')).toBe(vodPath(2))
    expect(await sync(2)).toMatchObject({ code: 0 })
    await page.reload()
    await panel.getByRole('button', { name: '看过' }).click()
    await line.getByText('第 2 集 已看完').waitFor()
    expect(problems).toEqual([])
  })
})

describe('[F09] 历史回看', () => {
  test('with a single title the calendar shows it under the plate; with none there is nothing to tidy', async () => {
    const token = await makeUser('fengqi')
    await open('/user/back', { token })
    await page.getByText('还没有看过什么，去首页挑一部').waitFor()
    expect(await button('管理').isDisabled()).toBe(true)
    expect(await button('清空').isDisabled()).toBe(true)
    await watchMany(token, 1)
    await page.reload()
    await page.getByRole('region', { name: '接着看' }).getByRole('heading', { name: '夜渡第40夜' }).waitFor()
    expect(await names()).toEqual(['夜渡第40夜'])
    expect(await button('管理').isEnabled()).toBe(true)
    await button('影片').click()
    await expect.poll(names).toEqual(['夜渡第40夜'])
    await button('剧集').click()
    await page.getByText('这一类还没有看过什么').waitFor()
    expect(await button('管理').isDisabled()).toBe(true)
    expect(await button('清空').isEnabled()).toBe(true)
    expect(problems).toEqual([])
  })

  test('the plate of another title leads to no episode of the one that was taken away', async () => {
    const token = await makeUser('luyao')
    const { writer } = station.station.catalog
    const draft = { genres: ['悬疑'], area: '内地', year: 2026, state: '连载', letter: 'C' }
    const second = await writer.saveTitle(
      { ...draft, pidId: 1, typeId: 11, origin: 'test:second', name: '朝露集', totalEpisodes: 24 },
      nowSec(),
    )
    const episode = { source: '云幕一线', state: 'ready' as const, durationMs: filmSec * 1000 }
    await writer.saveEpisodes(
      second.id,
      [1, 2].map((level) => ({ ...episode, level, name: `第${level}集` })),
      nowSec(),
    )
    station.changed([second.id])
    const list = [second.id, series.id].map((id, at) => ({
      ...{ type: 'tv', id, episode: 1, duration: filmSec, percent: 50, currentTime: 30, title: '' },
      saveTime: nowSec() - 60 + at,
    }))
    expect(await post(token, '/pub/user/watches/sync', { list })).toMatchObject({ code: 0 })
    await open('/user/back', { token })
    const plate = page.getByRole('region', { name: '接着看' })
    const next = plate.getByRole('link', { name: '下一集' })
    await expect.poll(() => next.getAttribute('href').catch(() => '')).toBe(vodPath(2))
    const held = Promise.withResolvers<void>()
    await page.route(`**/v1/pub/vod/detail/1/${second.id}?*`, async (route) => {
      await held.promise
      await route.continue()
    })
    await button('删除《北屿灯塔》的记录').click()
    await plate.getByRole('heading', { name: '朝露集' }).waitFor()
    expect(await next.count()).toBe(0)
    held.resolve()
    await expect.poll(() => next.getAttribute('href').catch(() => '')).toBe(`/player/vod/1/${second.id}/2`)
    expect(problems).toEqual([])
  })

  test('lists by days and pages, and goes on by itself at the foot', async () => {
    const token = await makeUser('gulan')
    await watchMany(token)
    await open('/user/back', { token })
    await page.getByRole('heading', { level: 2, name: /今天/ }).waitFor()
    await page.getByRole('heading', { level: 2, name: /昨天/ }).waitFor()
    expect((await names())[0]).toBe('夜渡第40夜')
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await expect.poll(async () => (await names()).length).toBe(othersCount)
    expect(new Set(await names()).size).toBe(othersCount)
    expect(problems).toEqual([])
  })

  test('takes one away at once and brings it back; what the station refuses stays', async () => {
    const token = await makeUser('heyun')
    await watchMany(token, 4)
    await open('/user/back', { token })
    const remove = button('删除《夜渡第38夜》的记录')
    await remove.click()
    await toast('已删除 1 条记录').waitFor()
    await expect.poll(names).toEqual(['夜渡第40夜', '夜渡第39夜', '夜渡第37夜'])
    await undo().click()
    await expect.poll(names).toEqual(['夜渡第40夜', '夜渡第39夜', '夜渡第38夜', '夜渡第37夜'])
    await remove.click()
    await toast('已删除 1 条记录').waitFor()
    await page.reload()
    await expect.poll(names).toEqual(['夜渡第40夜', '夜渡第39夜', '夜渡第37夜'])
    await page.route('**/pub/user/history/delete?*', (route) =>
      route.fulfill({ json: { code: 7, msg: '现在不行', data: { refusal: 'Overloaded' }, day: '' } }),
    )
    await button('删除《夜渡第37夜》的记录').click()
    await toast('现在不行').waitFor()
    await expect.poll(names).toEqual(['夜渡第40夜', '夜渡第39夜', '夜渡第37夜'])
    expect(problems).toEqual([])
  })

  test('takes several away together, and asks once before it takes all', async () => {
    const token = await makeUser('jiyue')
    await watchMany(token, 6)
    await open('/user/back', { token })
    await button('管理').click()
    await page.getByRole('checkbox', { name: '选中《夜渡第40夜》' }).check()
    await page.getByRole('checkbox', { name: '选中《夜渡第36夜》' }).check()
    await button('删除 2').click()
    await toast('已删除 2 条记录').waitFor()
    await button('全选').click()
    await page.getByText('已选 4 条').waitFor()
    await button('取消全选').click()
    await page.getByRole('group', { name: '管理' }).getByRole('button', { name: '完成' }).click()
    await expect.poll(names).toEqual(['夜渡第39夜', '夜渡第38夜', '夜渡第37夜', '夜渡第35夜'])
    await button('清空').click()
    await dialog().getByRole('button', { name: '取消' }).click()
    await dialog().waitFor({ state: 'detached' })
    expect(await names()).toHaveLength(4)
    await button('清空').click()
    await dialog().getByRole('button', { name: '清空' }).click()
    await toast('历史已清空').waitFor()
    await page.getByText('还没有看过什么，去首页挑一部').waitFor()
    expect(await button('管理').isDisabled()).toBe(true)
    expect(await button('清空').isDisabled()).toBe(true)
    await undo().click()
    await expect.poll(names).toEqual(['夜渡第39夜', '夜渡第38夜', '夜渡第37夜', '夜渡第35夜'])
    expect(problems).toEqual([])
  })

  test('finds in either script, narrows by kind, and says where there is nothing', async () => {
    const token = await makeUser('keqing')
    await watchMany(token, 12)
    await open('/user/back', { token })
    await page.getByRole('searchbox', { name: '在历史里找' }).fill('夜渡第32')
    await expect.poll(names).toEqual(['夜渡第32夜'])
    await page.getByRole('searchbox', { name: '在历史里找' }).fill('沒有')
    await page.getByText('历史里没有“沒有”').waitFor()
    await page.getByRole('searchbox', { name: '在历史里找' }).fill('')
    await button('剧集').click()
    await page.getByText('这一类还没有看过什么').waitFor()
    await button('影片').click()
    await expect.poll(names).toHaveLength(12)
    expect(problems).toEqual([])
  })

  test('a failure stands in the place of the list and can be tried again', async () => {
    const token = await makeUser('lanting')
    await watchMany(token, 3)
    const context = await open('/user/info', { token })
    await context.route('**/pub/vod/history/list?*', (route) => route.abort())
    await page.getByRole('link', { name: '历史回看' }).click()
    await page.getByText('没有加载出来', { exact: true }).waitFor()
    await context.unroute('**/pub/vod/history/list?*')
    await button('重试').click()
    await expect.poll(names).toHaveLength(3)
  })

  test('a finger pushes a record away to the left; up and down it scrolls', async () => {
    const token = await makeUser('muqin')
    await watchMany(token, 3)
    await open('/user/back', { token, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await expect.poll(names).toEqual(['夜渡第40夜', '夜渡第39夜', '夜渡第38夜'])
    // The bar of a phone lies over the foot.
    await page.evaluate('scrollTo(0, 400)')
    const box = await cards().first().boundingBox()
    if (!box) throw new Error('no card')
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number): Promise<unknown> =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y: box.y + box.height / 2 }],
      })
    await touch('touchStart', 300)
    for (let x = 280; x >= 120; x -= 20) await touch('touchMove', x)
    await touch('touchEnd', 120)
    await toast('已删除 1 条记录').waitFor()
    await expect.poll(names).toEqual(['夜渡第39夜', '夜渡第38夜'])
    expect(pathname()).toBe('/user/back')
    expect(problems).toEqual([])
  })

  test('by keyboard alone a record is opened to, taken away and brought back', async () => {
    const token = await makeUser('nanxi')
    await watchMany(token, 3)
    await open('/user/back', { token })
    await expect.poll(names).toHaveLength(3)
    const focused = () =>
      page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")
    const tabTo = async (name: string): Promise<void> => {
      for (let steps = 0; steps < 60 && (await focused()) !== name; steps++) await page.keyboard.press('Tab')
      expect(await focused()).toBe(name)
    }
    await tabTo('删除《夜渡第39夜》的记录')
    await page.keyboard.press('Enter')
    await expect.poll(names).toEqual(['夜渡第40夜', '夜渡第38夜'])
    await undo().waitFor()
    await tabTo('撤销')
    await page.keyboard.press('Enter')
    await expect.poll(names).toHaveLength(3)
    expect(problems).toEqual([])
  })
})

describe('[B13] the user area', () => {
  test('[B18] nobody comes in without a login: not by the cookie, and not without it', async () => {
    for (const path of ['/user', '/user/back', '/user/info', '/user/nothing']) {
      const { status, headers } = await fetch(station.url + path, { redirect: 'manual' })
      expect([path, status, headers.get('location')]).toEqual([path, 302, '/'])
    }
    await open('/user/back', { cookies: { in: '1' } })
    await expect.poll(pathname).toBe('/')
    const token = await makeUser('outou')
    await open('/user', { token })
    await expect.poll(pathname).toBe('/user/info')
    await page.getByRole('heading', { level: 1, name: '个人资料' }).waitFor()
    expect(problems).toEqual([])
  })

  test('[E02] who signs out there goes home, and nothing of theirs stays', async () => {
    const token = await makeUser('pingan')
    await open('/user/back', { token })
    await page.evaluate("localStorage.setItem('history', '[]')")
    await page.getByRole('complementary').getByRole('button', { name: '退出登录' }).click()
    await expect.poll(pathname).toBe('/')
    expect(await stored('token')).toBeNull()
    expect(await stored('history')).toBeNull()
  })

  test('[E05] nickname and QQ are changed; a wrong one says what is wrong; the e-mail is masked', async () => {
    const token = await makeUser('qinghe')
    await open('/user/info', { token })
    await page.getByText('qin***@beiyu.example').waitFor()
    const nickname = page.getByLabel('昵称')
    const qq = page.getByLabel('QQ')
    await nickname.fill(' ')
    await qq.fill('12ab')
    await qq.blur()
    await page.getByText('请输入昵称').waitFor()
    await page.getByText('QQ 号是 5 到 12 位数字').waitFor()
    await nickname.fill('夜航船长')
    await qq.fill('10086001')
    await button('保存').click()
    await toast('资料已保存').waitFor()
    await page.getByRole('complementary').getByText('夜航船长').waitFor()
    await page.reload()
    await expect.poll(() => nickname.inputValue()).toBe('夜航船长')
    expect(await qq.inputValue()).toBe('10086001')
    expect(problems).toEqual([])
  })

  test('[E05] a portrait is cut and made small here, looked at, kept, and taken away', async () => {
    const token = await makeUser('ruoshui')
    const wide = join(station.folder, 'portrait.png')
    const noise = ['-f', 'lavfi', '-i', 'testsrc2=size=1600x900', '-frames:v', '1', '-y', wide]
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...noise])
    await open('/user/info', { token })
    const input = page.locator('input[type=file]')
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await toast('这个文件读不出图片，请换一张').waitFor()
    await input.setInputFiles(wide)
    const preview = page.getByRole('img', { name: '新头像的样子' })
    await preview.waitFor()
    const size =
      "(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector('main img'))"
    expect(await page.evaluate<number[]>(size)).toEqual([256, 256])
    const sent = page.waitForRequest('**/pub/user/portrait?*')
    await button('用这张').click()
    const { image }: { image: string } = (await sent).postDataJSON()
    expect(Buffer.from(image, 'base64').length).toBeLessThan(40 * 1024)
    await toast('头像已更换').waitFor()
    const shown = page.getByRole('complementary').locator('img')
    await expect.poll(() => page.evaluate<number>("document.querySelector('aside img')?.naturalWidth ?? 0")).toBe(256)
    await button('移除头像').click()
    await toast('头像已移除').waitFor()
    await shown.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  test('[E05] other sessions are seen and ended, one and all', async () => {
    const token = await makeUser('shanlan')
    const [one, two] = [await issue('shanlan'), await issue('shanlan')]
    await open('/user/info', { token })
    const rows = page.getByRole('region', { name: '登录的设备' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(3)
    expect(await rows.filter({ hasText: '本机' }).count()).toBe(1)
    await rows.getByRole('button', { name: '让 另一台 下线' }).first().click()
    await toast('已下线').waitFor()
    await expect.poll(() => rows.count()).toBe(2)
    await button('其他设备全部下线').click()
    await dialog().getByRole('button', { name: '下线' }).click()
    await toast('已下线 1 台设备').waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    expect(await post(one, '/pub/user/info', {})).toMatchObject({ code: 14 })
    expect(await post(two, '/pub/user/info', {})).toMatchObject({ code: 14 })
    expect(await post(token, '/pub/user/info', {})).toMatchObject({ code: 0 })
    expect(problems).toEqual([])
  })

  test('[E05] one’s data is taken along as a file, and an account that is to be deleted can be kept', async () => {
    const token = await makeUser('tianqing')
    await watchMany(token, 2)
    await open('/user/info', { token })
    const coming = page.waitForEvent('download')
    await button('导出').click()
    const download = await coming
    expect(download.suggestedFilename()).toBe('yunmu-tianqing.json')
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
    expect(JSON.parse(Buffer.concat(chunks).toString())).toBeInstanceOf(Object)
    await page.getByRole('main').getByRole('button', { name: '注销账号' }).click()
    await dialog()
      .getByText(/^账号与全部数据将在 \d{4}-\d{2}-\d{2} 删除$/)
      .waitFor()
    await field('当前密码').fill('wrong-one-4711')
    await page.keyboard.press('Enter')
    await dialog().getByRole('alert').waitFor()
    await field('当前密码').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText(/^账号将在 \d{4}-\d{2}-\d{2} 删除。$/).waitFor()
    await button('撤销').click()
    await toast('账号已保留').waitFor()
    await page.getByText('三十天内可以反悔').waitFor()
    expect(problems).toEqual([])
  })
})

describe('[F10] keeping, liking and scoring', () => {
  const detailsPath = (): string => `/details/${series.pidId}/${series.id}`

  test('a visitor is asked who they are, and then the title is kept; it is found among the favourites and let go', async () => {
    await makeUser('wanqiu')
    await open(detailsPath())
    await button('收藏').click()
    await fillLogin('wanqiu')
    await button('已收藏').waitFor()
    await page.goto(`${station.url}/user/favorite`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /^北屿灯塔/ })
      .waitFor()
    await button('不再收藏《北屿灯塔》').click()
    await toast('已取消收藏《北屿灯塔》').waitFor()
    await page.getByText('还没有收藏过什么').waitFor()
    await undo().click()
    await page
      .getByRole('main')
      .getByRole('link', { name: /^北屿灯塔/ })
      .waitFor()
    await page
      .getByRole('main')
      .getByRole('link', { name: /^北屿灯塔/ })
      .click()
    await button('已收藏').click()
    await button('收藏').waitFor()
    expect(problems).toEqual([])
  })

  test('a title is liked once and scored from one to ten, seen on both pages; what is refused is taken back', async () => {
    const token = await makeUser('xiangyu')
    await open(detailsPath(), { token })
    await button('赞').click()
    await button('已赞').waitFor()
    await button('评分').click()
    await page.getByRole('group', { name: '打几分' }).getByRole('button', { name: '8 分', exact: true }).click()
    await button('我评 8 分').waitFor()
    await page.getByText('8.0', { exact: true }).waitFor()
    await open(vodPath(1), { token })
    await button('已赞').waitFor()
    await button('我评 8 分').waitFor()
    await page.route('**/pub/vod/favorite?*', (route) =>
      route.fulfill({ json: { code: 7, msg: '现在不行', data: { refusal: 'Overloaded' }, day: '' } }),
    )
    await button('收藏').click()
    await toast('现在不行').waitFor()
    await button('收藏').waitFor()
    await button('我评 8 分').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await button('我评 1 分').waitFor()
    expect(problems).toEqual([])
  })
})

test('[F10] a title shows nothing of what was thought of the one before, while that is asked for', async () => {
  const token = await makeUser('yinxue')
  await watchMany(token, 1)
  expect(await post(token, '/pub/vod/up', { id: series.id })).toMatchObject({ code: 0 })
  await open(vodPath(1), { token })
  await button('已赞').waitFor()
  await page.route('**/pub/vod/watch/record?*', () => undefined)
  await page.getByRole('banner').getByRole('button', { name: '看过' }).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /夜渡第/ })
    .click()
  await page.getByRole('heading', { level: 1, name: /夜渡第/ }).waitFor()
  expect(await button('已赞').count()).toBe(0)
  await button('赞').waitFor()
  expect(problems).toEqual([])
})

describe('[F10] the score pad', () => {
  for (const width of [360, 1280])
    test(`at ${width} px it lies in the window, and over neither the title nor its button`, async () => {
      const token = await makeUser(`yun${width}`)
      for (const path of [`/details/${series.pidId}/${series.id}`, vodPath(1)]) {
        await open(path, { token, viewport: { width, height: 800 } })
        const trigger = button('评分')
        await trigger.click()
        const boxes = await Promise.all(
          [page.getByRole('group', { name: '打几分' }), page.getByRole('heading', { level: 1 }), trigger].map((one) =>
            one.boundingBox(),
          ),
        )
        const [pad, name, own] = boxes
        if (!pad || !name || !own) throw new Error('not all of them are shown')
        const touches = (other: typeof pad): boolean =>
          pad.x < other.x + other.width &&
          other.x < pad.x + pad.width &&
          pad.y < other.y + other.height &&
          other.y < pad.y + pad.height
        expect([touches(name), touches(own)]).toEqual([false, false])
        expect(Math.min(pad.x, pad.y)).toBeGreaterThanOrEqual(0)
        expect(pad.x + pad.width).toBeLessThanOrEqual(width)
        expect(pad.y + pad.height).toBeLessThanOrEqual(800)
      }
    })
})

const looks = [
  { width: 360, theme: 'b', lang: 't' },
  { width: 360, theme: 'w', lang: 's' },
  { width: 768, theme: 'b', lang: 's' },
  { width: 1280, theme: 'w', lang: 't' },
  { width: 1280, theme: 'b', lang: 's' },
] as const

describe('[A16] every page for everybody', () => {
  test('no page of the user area has a barrier, an error or a sideways scroll in either skin and script', async () => {
    const token = await makeUser('yuexia')
    await watchMany(token, 8)
    expect(await post(token, '/pub/vod/favorite', { id: series.id })).toMatchObject({ code: 0 })
    const found: string[] = []
    for (const { width, theme, lang } of looks) {
      const viewport = { width, height: 900 }
      await open('/user/back', { token, bypassCSP: true, viewport, cookies: { theme, lang }, reducedMotion: 'reduce' })
      for (const path of ['back', 'favorite', 'access', 'comment', 'sub', 'info']) {
        await page.goto(`${station.url}/user/${path}`)
        await expect.poll(() => page.evaluate<boolean>(hasTakenOver)).toBe(true)
        await page.getByRole('heading', { level: 1 }).waitFor()
        if (path === 'back') await expect.poll(() => cards().count()).toBe(8)
        if (path === 'info') await page.getByText('JSON').waitFor()
        const where = `${path} ${width} ${theme} ${lang}`
        found.push(...(await findBarriers(page)).map((one) => `${where} ${one}`))
        const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        if (overhang > 0) found.push(`${where} is ${overhang} px too wide`)
        found.push(...problems.splice(0).map((problem) => `${where} ${problem}`))
      }
      await page.context().close()
    }
    expect(found).toEqual([])
  })
})
