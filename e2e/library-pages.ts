import { splitToken } from '@yunmu/contract/wire/token'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { beginEachTryAnew, openAccountStation, type AccountStation } from './account-station.ts'
import { beginning, hasTakenOver, launchBrowser, playsAlone, rememberBeginning, still } from './browser.ts'
import { putFilm } from './test-films.ts'

/** What people do with what they watched and keep, for tests. */

export const password = 'wanquan-budui-93'
export const filmSec = 60
export const othersCount = 40

export let station: AccountStation
let browser: Browser
/** The page of the test. */
export let page: Page
export let series: { id: number; pidId: number }
/** Titles that nothing plays of, the last one made first. */
let others: number[]
const contexts: BrowserContext[] = []
/** What went wrong in a page without anybody being told. */
export const problems: string[] = []

export const nowSec = (): number => Math.floor(Date.now() / 1000)

const draft = { genres: ['悬疑'], area: '内地', year: 2026, state: '连载', letter: 'B' }
let asset: number | null = null
let seriesPut = 0

/** Puts up one more series of two episodes, which play the film where there is one. */
export async function putSeries(name: string): Promise<{ id: number; pidId: number }> {
  const { writer } = station.station.catalog
  const origin = `test:series ${++seriesPut}`
  const { id } = await writer.saveTitle({ ...draft, pidId: 1, typeId: 11, origin, name, totalEpisodes: 24 }, nowSec())
  const state = asset === null ? ('pending' as const) : ('ready' as const)
  const episode = { source: '云幕一线', assetId: asset, state, durationMs: filmSec * 1000 }
  const named = ['守灯人', '潮信'].map((name, at) => ({ ...episode, level: at + 1, name }))
  await writer.saveEpisodes(id, named, nowSec())
  station.changed([id])
  return { id, pidId: 1 }
}

async function fillStation(withFilm: boolean): Promise<void> {
  asset = withFilm ? await putFilm(station, { name: 'film.mp4', sec: filmSec }) : null
  series = await putSeries('北屿灯塔')
  const { writer } = station.station.catalog
  others = []
  for (let at = 1; at <= othersCount; at++) {
    const other = await writer.saveTitle(
      { ...draft, pidId: 2, typeId: 21, origin: `test:${at}`, name: `夜渡第${at}夜`, totalEpisodes: 1 },
      nowSec(),
    )
    others.unshift(other.id)
  }
  station.changed(others)
}

/**
 * Every test of the file has a station with a series of two episodes and many titles, and a browser.
 * @param withFilm whether the series can be played
 */
export function stayInLibrary({ withFilm = false } = {}): void {
  beforeAll(async () => {
    ;[station, browser] = await Promise.all([openAccountStation(), launchBrowser(playsAlone)])
    await fillStation(withFilm)
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

/** Somebody new, and a token of theirs. */
export async function makeUser(name: string): Promise<string> {
  const made = await station.station.accounts.manager.add({ name, email: `${name}@beiyu.example`, password })
  expect(made).toHaveProperty('id')
  return issue(name)
}

export async function issue(name: string): Promise<string> {
  const issued = await station.station.accounts.manager.issueToken(name, { name: '另一台', days: 1 })
  if (typeof issued === 'string') throw new Error(issued)
  return issued.token
}

/** Makes a call as somebody. */
export async function post(token: string, path: string, body: object): Promise<unknown> {
  const query = new URLSearchParams({ ...splitToken(token) }).toString()
  const response = await fetch(`${station.url}${path}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.json()
}

/** Gives somebody a history: `count` films, an hour apart, the newest first made last. */
export async function watchMany(token: string, count = othersCount): Promise<void> {
  const list = others.slice(0, count).map((id, at) => ({
    type: 'vod',
    id,
    episode: 1,
    duration: 3000,
    percent: 50,
    currentTime: 1500,
    title: '',
    saveTime: nowSec() - 60 - at * 3600,
  }))
  expect(await post(token, '/pub/user/watches/sync', { list })).toMatchObject({ code: 0 })
}

/** Opens a page in a browser of its own, signed in where a token is given. */
export async function open(
  path: string,
  options: BrowserContextOptions & { token?: string; cookies?: Record<string, string> } = {},
): Promise<Page> {
  const { token, cookies = {}, ...rest } = options
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    timezoneId: 'Asia/Shanghai',
    ...still,
    ...rest,
  })
  contexts.push(context)
  await context.addInitScript(rememberBeginning)
  const all = Object.entries({ ...cookies, ...(token === undefined ? {} : { in: '1' }) })
  await context.addCookies(all.map(([name, value]) => ({ name, value, url: station.url })))
  page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  page.on('console', (message) => {
    const isOwn = /Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isOwn) problems.push(message.text())
  })
  if (token !== undefined) {
    // Only once: who signs out stays signed out, and leaves nothing in the tab but its name.
    await context.addInitScript(`if (window.name === '') {
      window.name = 'given'
      localStorage.setItem('token', ${JSON.stringify(token)})
    }`)
  }
  await page.goto(station.url + path)
  await expect.poll(() => page.evaluate<boolean>(hasTakenOver)).toBe(true)
  return page
}

export const dialog = () => page.getByRole('dialog')
export const field = (label: string) => dialog().getByLabel(label, { exact: true })
export const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true })
export const toast = (text: string) => page.locator('[aria-live]').getByText(text, { exact: true })
export const undo = () => page.locator('[aria-live]').getByRole('button', { name: '撤销' }).last()
export const stored = (key: string) => page.evaluate<string | null>(`localStorage.getItem('${key}')`)
export const pathname = () => new URL(page.url()).pathname

export async function readPicture(): Promise<void> {
  await dialog().locator('img').waitFor()
  await field('图形验证码').fill(await station.readPictures())
}

export async function fillLogin(name: string, secret = password): Promise<void> {
  await dialog().getByRole('heading', { name: '登录' }).waitFor()
  await field('账号').fill(name)
  await field('密码').fill(secret)
  await readPicture()
  await page.keyboard.press('Enter')
  await toast('登录成功！').waitFor()
}

export const videoSec = () => page.evaluate<number>("document.querySelector('video')?.currentTime ?? -1")
/** Pauses, and returns where. */
export const pauseAt = () =>
  page.evaluate<number>("(() => { const v = document.querySelector('video'); v.pause(); return v.currentTime })()")
/** Where the page began to play, however long ago. Negative before anything plays. */
export const playedFrom = () => page.evaluate<number>(beginning)
/** Where the newest record of this browser stands, once it is of a moment. */
export async function rememberedAt(sec: number): Promise<number> {
  const read = () => page.evaluate<number>("JSON.parse(localStorage.getItem('history') ?? '[]')[0]?.currentTime ?? -1")
  await expect.poll(async () => Math.abs((await read()) - sec)).toBeLessThan(0.6)
  return read()
}
/** A moment of the first minute, as the pages write it. */
export const clock = (sec: number): string => `00:${String(Math.floor(sec)).padStart(2, '0')}`
export const vodPath = (level: number, { id, pidId } = series): string => `/player/vod/${pidId}/${id}/${level}`
export const cards = () => page.getByRole('main').locator('section li')
export const names = async (): Promise<string[]> =>
  (await cards().getByRole('link').allTextContents()).map((text) => /夜渡第\d+夜|北屿灯塔/.exec(text)?.[0] ?? text)

/** Points at what opens under the pointer, until it is open: a part of the page may not be awake at once. */
export async function openByPointer(button: Locator): Promise<void> {
  const point = async (): Promise<string | null> => {
    await button.page().mouse.move(0, 400)
    await button.hover()
    return button.getAttribute('aria-expanded')
  }
  await expect.poll(point).toBe('true')
}
