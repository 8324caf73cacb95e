import { splitToken } from '@yunmu/contract/wire/token'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  dialog,
  fillLogin as fillLoginForm,
  makeUser as addUser,
  open as openPage,
  page,
  setUpAccountStation,
  station,
  toast as waitForToast,
  type PageOptions,
} from '../accounts/account-pages.ts'
import { playStartSec, autoplayArgs, recordPlayStart } from '../browser.ts'
import { addFilm } from '../test-films.ts'

/** What users do with their history and favourites, for tests. */

export { dialog, field, page, password, problems, station, stored, switchToPage } from '../accounts/account-pages.ts'

export const filmSec = 60
export const othersCount = 40

export let series: { id: number; pidId: number }
/** Titles without media, newest first. */
let others: number[]

export const nowSec = (): number => Math.floor(Date.now() / 1000)

const draft = { genres: ['悬疑'], area: '内地', year: 2026, state: '连载', letter: 'B' }
let asset: number | null = null
let seriesCount = 0

/** Adds a series of two episodes, which play the film if there is one. */
export async function addSeries(name: string): Promise<{ id: number; pidId: number }> {
  const { writer } = station.station.catalog
  const origin = `test:series ${++seriesCount}`
  const { id } = await writer.saveTitle({ ...draft, pidId: 1, typeId: 11, origin, name, totalEpisodes: 24 }, nowSec())
  const state = asset === null ? ('pending' as const) : ('ready' as const)
  const episode = { source: '云幕一线', assetId: asset, state, durationMs: filmSec * 1000 }
  const episodes = ['守灯人', '潮信'].map((name, at) => ({ ...episode, level: at + 1, name }))
  await writer.saveEpisodes(id, episodes, nowSec())
  station.notifyTitlesChanged([id])
  return { id, pidId: 1 }
}

async function fillStation(withFilm: boolean): Promise<void> {
  asset = withFilm ? await addFilm(station, { name: 'film.mp4', sec: filmSec }) : null
  series = await addSeries('北屿灯塔')
  const { writer } = station.station.catalog
  others = []
  for (let at = 1; at <= othersCount; at++) {
    const other = await writer.saveTitle(
      { ...draft, pidId: 2, typeId: 21, origin: `test:${at}`, name: `夜渡第${at}夜`, totalEpisodes: 1 },
      nowSec(),
    )
    others.unshift(other.id)
  }
  station.notifyTitlesChanged(others)
}

/**
 * Sets up a station with a series of two episodes and many titles, and a browser.
 *
 * @param withFilm whether the series has media
 */
export function setUpUserAreaStation({ withFilm = false } = {}): void {
  setUpAccountStation({ browserArgs: autoplayArgs, fill: () => fillStation(withFilm) })
}

/** Adds an account and returns a token of it. */
export async function makeUser(name: string): Promise<string> {
  await addUser(name)
  return issue(name)
}

export async function issue(name: string): Promise<string> {
  const issued = await station.station.accounts.manager.issueToken(name, { name: '另一台', days: 1, scope: 'account' })
  if (typeof issued === 'string') throw new Error(issued)
  return issued.token
}

/** Makes a call with a token. */
export async function post(token: string, path: string, body: object): Promise<unknown> {
  const query = new URLSearchParams({ ...splitToken(token) }).toString()
  const response = await fetch(`${station.url}${path}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.json()
}

/** Adds a history of `count` films, an hour apart; the title added last was watched first. */
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

/** Opens a page in a new context, signed in if a token is given, whose clock is China's. */
export const open = (path: string, options: PageOptions = {}): Promise<Page> =>
  openPage(path, { timezoneId: 'Asia/Shanghai', script: recordPlayStart, ...options })

export const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true })
export const toast = (text: string) => page.locator('[aria-live]').getByText(text, { exact: true })
export const undo = () => page.locator('[aria-live]').getByRole('button', { name: '撤销' }).last()
export const pathname = () => new URL(page.url()).pathname

/** Signs in with the dialog that is open. */
export async function fillLogin(name: string): Promise<void> {
  await dialog().getByRole('heading', { name: '登录' }).waitFor()
  await fillLoginForm(name)
  await page.keyboard.press('Enter')
  await waitForToast('登录成功！')
}

export const videoSec = () => page.evaluate<number>("document.querySelector('video')?.currentTime ?? -1")
/** Pauses and returns the position. */
export const pauseAndGetSec = () =>
  page.evaluate<number>("(() => { const v = document.querySelector('video'); v.pause(); return v.currentTime })()")
/** The position where playback started. -1 before it starts. */
export const playbackStartSec = () => page.evaluate<number>(playStartSec)
/** The position of the newest local record. -1 if there is none. */
export const recordedSec = () =>
  page.evaluate<number>("JSON.parse(localStorage.getItem('history') ?? '[]')[0]?.currentTime ?? -1")
/** Waits until the newest local record is at this position. Returns its position. */
export async function waitForRecordAt(sec: number): Promise<number> {
  await expect.poll(async () => Math.abs((await recordedSec()) - sec)).toBeLessThan(0.6)
  return recordedSec()
}
/** Formats a position within the first minute as the pages do. */
export const clock = (sec: number): string => `00:${String(Math.floor(sec)).padStart(2, '0')}`
export const vodPath = (level: number, { id, pidId } = series): string => `/player/vod/${pidId}/${id}/${level}`
export const cards = () => page.getByRole('main').locator('section li')
export const names = async (): Promise<string[]> =>
  (await cards().getByRole('link').allTextContents()).map((text) => /夜渡第\d+夜|北屿灯塔/.exec(text)?.[0] ?? text)
