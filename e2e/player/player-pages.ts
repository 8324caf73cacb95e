import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { playStartSec, launchBrowser, autoplayArgs, recordPlayStart, noServiceWorker } from '../browser.ts'
import type { FilmRecipe, TestStation } from '../in-process-station.ts'
import { addFilm } from '../test-films.ts'
import { openTestStation } from '../test-station.ts'
import { visit, waitUntilHydrated } from '../page-load.ts'

/** What viewers do at the player, for tests. */

export const level = { first: 1, second: 2, pending: 3 } as const
export const firstSec = 40
export const secondSec = 36

/** The titles: a series, a film, and a film that is not ready. */
export let title: { id: number; pidId: number }
export let film: number
export let pendingFilm: number
export let station: TestStation
let browser: Browser
/** The page under test. */
export let page: Page
export let assets: { first: number; other: number; second: number }
/** Errors of the page and its console. */
export const problems: string[] = []

/** Init script. */
const recordEffects = `window.effects = []
  new MutationObserver(() => {
    const shown = document.querySelector('[data-plate="effect"]')
    if (shown && shown !== window.lastEffect) window.effects.push((window.lastEffect = shown).textContent)
  }).observe(document, { subtree: true, childList: true })`

const aac = ['-c:a', 'aac', '-b:a', '64k']
const subtitles = Array.from({ length: 19 }, (_, at) => {
  const time = (sec: number): string => `00:00:${String(sec).padStart(2, '0')},000`
  return `${at + 1}\n${time(at * 2)} --> ${time(at * 2 + 2)}\n第${at * 2}秒的话\n`
}).join('\n')

export const nowSec = (): number => Math.floor(Date.now() / 1000)

/** A film with two audio tracks and subtitles; with a ladder it has 480 and 360 lines. */
export const firstFilm = (withLadder: boolean): FilmRecipe => ({
  name: 'first.mp4',
  sec: firstSec,
  ...(withLadder ? { width: 854, height: 480 } : {}),
  audio: [
    { codec: aac, language: 'zho', title: '国语' },
    { codec: aac, language: 'eng', title: 'English' },
  ],
  subtitles,
  withLadder,
})

async function fillStation(withLadder: boolean): Promise<void> {
  const first = await addFilm(station, firstFilm(withLadder))
  const other = await addFilm(station, { name: 'other.mp4', sec: firstSec })
  const second = await addFilm(station, { name: 'second.mp4', sec: secondSec })
  assets = { first, other, second }
  const { writer } = station.station.catalog
  const draft = { pidId: 1, typeId: 11, genres: ['悬疑'], area: '内地', year: 2026, state: '连载' }
  const { id } = await writer.saveTitle(
    { ...draft, origin: 'test:series', name: '北屿灯塔', letter: 'B', totalEpisodes: 24, intro: '一九八六年冬。' },
    nowSec(),
  )
  title = { id, pidId: 1 }
  const ready = { state: 'ready' as const, durationMs: firstSec * 1000 }
  await writer.saveEpisodes(
    id,
    [
      {
        source: '云幕一线',
        sourcePosition: 1,
        level: level.first,
        name: '守灯人',
        assetId: first,
        ...ready,
        introSec: 8,
      },
      { source: '云幕一线', sourcePosition: 1, level: level.second, name: '潮信', assetId: second, ...ready },
      { source: '云幕一线', sourcePosition: 1, level: level.pending, name: '无人认领', state: 'pending' },
      { source: '云幕二线', sourcePosition: 2, level: level.first, name: '守灯人', assetId: other, ...ready },
    ],
    nowSec(),
  )
  const movie = await writer.saveTitle(
    { ...draft, pidId: 2, typeId: 21, origin: 'test:film', name: '夜渡', letter: 'Y', totalEpisodes: 1 },
    nowSec(),
  )
  film = movie.id
  await writer.saveEpisodes(film, [{ source: '云幕一线', level: 1, name: '正片', assetId: second, ...ready }], nowSec())
  const pending = await writer.saveTitle(
    { ...draft, pidId: 2, typeId: 21, origin: 'test:awaited', name: '末班车', letter: 'M', totalEpisodes: 1 },
    nowSec(),
  )
  pendingFilm = pending.id
  await writer.saveEpisodes(pendingFilm, [{ source: '云幕一线', level: 1, name: '正片', state: 'pending' }], nowSec())
  station.notifyTitlesChanged([id, film, pendingFilm])
}

/**
 * Sets up a station with a series of two sources and two films, and a browser that plays without a user gesture.
 *
 * @param withLadder whether the first episode has more than one quality, which takes longer to make
 */
export function setUpPlayerStation({ withLadder = false } = {}): void {
  beforeAll(async () => {
    ;[station, browser] = await Promise.all([openTestStation(), launchBrowser(autoplayArgs)])
    await fillStation(withLadder)
  })
  afterAll(async () => {
    await browser.close()
    await station.close()
  })
  beforeEach(() => {
    problems.length = 0
    station.mediaRequests.length = 0
  })
  afterEach(async () => {
    station.failMedia(null)
    await page.context().close()
  })
}

/** Makes another page the page under test. */
export function switchToPage(other: Page): void {
  page = other
}

/** Opens an empty page in a new context and makes it the page under test. */
export async function openBrowser(
  options: BrowserContextOptions & { cookies?: Record<string, string> } = {},
): Promise<void> {
  const { cookies = {}, ...rest } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...noServiceWorker, ...rest })
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: station.url })))
  await context.addInitScript(recordPlayStart)
  await context.addInitScript(recordEffects)
  page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  page.on('console', (message) => {
    // The browser itself logs requests that the test fails on purpose.
    const isOwn = /Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isOwn) problems.push(message.text())
  })
}

export const vodPath = (at: number, query = ''): string => `/player/vod/${title.pidId}/${title.id}/${at}${query}`
/** Waits until the page shows an episode and keys apply to it. */
export async function expectEpisode(name: string): Promise<void> {
  await expect.poll(() => page.locator('[data-list] [aria-current]').textContent()).toContain(name)
  await waitUntilHydrated(page)
}
export const open = async (path: string): Promise<void> => void (await visit(page, station.url + path))

interface Video {
  sec: number
  isPaused: boolean
  isEnded: boolean
  height: number
}
export const video = (): Promise<Video> =>
  page.evaluate<Video>(`(({ currentTime, paused, ended, videoHeight }) =>
    ({ sec: currentTime, isPaused: paused, isEnded: ended, height: videoHeight }))(document.querySelector('video'))`)
export const expectPlayedTo = async (sec: number): Promise<void> => {
  await expect.poll(async () => (await video()).sec, { timeout: 60_000 }).toBeGreaterThan(sec)
}
/** The position where playback started. -1 before it starts. */
export const playbackStartSec = () => page.evaluate<number>(playStartSec)
export const seekTo = (sec: number): Promise<void> =>
  page.evaluate<void>(`void (document.querySelector('video').currentTime = ${sec})`)
export const screen = (name: string) => page.locator(`[data-screen="${name}"]`)
/** What the last key or gesture did, as the player showed it: for less time than a busy machine needs to read it. */
export const effect = () => page.evaluate<string>("window.effects?.at(-1) ?? ''")
export const notice = (name: string) => page.locator(`[data-plate="${name}"]`)
export const seekBar = () => page.getByRole('slider', { name: /播放进度|播放進度/ })
export const requestsFor = (asset: number, rest: RegExp): string[] =>
  station.mediaRequests.filter((path) => new RegExp(`/v${asset}-\\d+-`).test(path) && rest.test(path))
export const isSegmentOf = (path: string, asset: number, from: number): boolean => {
  const found = new RegExp(`/v${asset}-\\d+-[^/]+/[^/]+/(\\d{5})\\.m4s`).exec(path)
  return found !== null && Number(found[1]) >= from
}
export const records = () =>
  page.evaluate<{ id: number; level: number; currentTime: number; duration: number }[]>(
    `JSON.parse(localStorage.getItem('history') ?? '[]')`,
  )
/** Waits until this page has recorded a position, for which it must have seen the film play for a second. */
export const expectRecord = async (): Promise<void> => {
  await expect.poll(async () => (await records()).length).toBeGreaterThan(0)
}
/** Moves the pointer over the controls: only there they stay while the film plays. */
export async function showControls(player = page): Promise<void> {
  const bar = player.locator('[data-player] [data-controls]').last()
  let moves = 0
  const point = async (): Promise<number> => {
    const box = await bar.boundingBox()
    if (box) await player.mouse.move(box.x + box.width / 2 + (moves++ % 2), box.y + box.height / 2)
    return bar.and(player.locator(':hover')).count()
  }
  await expect.poll(point).toBe(1)
}
