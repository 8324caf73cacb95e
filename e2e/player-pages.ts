import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { beginning, launchBrowser, playsAlone, rememberBeginning, workerless } from './browser.ts'
import type { FilmStation } from './film-station.ts'
import { putFilm } from './test-films.ts'
import { openTestStation } from './test-station.ts'

/** What people do at the player, for tests. */

export const level = { first: 1, second: 2, awaited: 3 } as const
export const firstSec = 40
export const secondSec = 36

/** The titles: a series, a film, and a film that is not ready. */
export let title: { id: number; pidId: number }
export let film: number
export let awaitedFilm: number
export let films: FilmStation
let browser: Browser
/** The page of the test. */
export let page: Page
export let assets: { first: number; other: number; second: number }
/** What went wrong in a page without anybody being told. */
export const problems: string[] = []

const aac = ['-c:a', 'aac', '-b:a', '64k']
const subtitles = Array.from({ length: 19 }, (_, at) => {
  const time = (sec: number): string => `00:00:${String(sec).padStart(2, '0')},000`
  return `${at + 1}\n${time(at * 2)} --> ${time(at * 2 + 2)}\n第${at * 2}秒的话\n`
}).join('\n')

export const nowSec = (): number => Math.floor(Date.now() / 1000)

async function fillStation(withLadder: boolean): Promise<void> {
  const audio = [
    { codec: aac, language: 'zho', title: '国语' },
    { codec: aac, language: 'eng', title: 'English' },
  ]
  const size = withLadder ? { width: 854, height: 480 } : {}
  const first = await putFilm(films, {
    name: 'first.mp4',
    sec: firstSec,
    ...size,
    audio,
    subtitles,
    withLadder,
  })
  const other = await putFilm(films, { name: 'other.mp4', sec: firstSec })
  const second = await putFilm(films, { name: 'second.mp4', sec: secondSec })
  assets = { first, other, second }
  const { writer } = films.station.catalog
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
      { source: '云幕一线', sourcePosition: 1, level: level.awaited, name: '无人认领', state: 'pending' },
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
  const awaited = await writer.saveTitle(
    { ...draft, pidId: 2, typeId: 21, origin: 'test:awaited', name: '末班车', letter: 'M', totalEpisodes: 1 },
    nowSec(),
  )
  awaitedFilm = awaited.id
  await writer.saveEpisodes(awaitedFilm, [{ source: '云幕一线', level: 1, name: '正片', state: 'pending' }], nowSec())
  films.changed([id, film, awaitedFilm])
}

/**
 * Every test of the file has a station with a series, two sources and two films, and a browser whose videos begin alone.
 * @param withLadder whether the first episode has more than one quality, which takes a while to make
 */
export function stayAtPlayer({ withLadder = false } = {}): void {
  beforeAll(async () => {
    ;[films, browser] = await Promise.all([openTestStation(), launchBrowser(playsAlone)])
    await fillStation(withLadder)
  })
  afterAll(async () => {
    await browser.close()
    await films.close()
  })
  beforeEach(() => {
    problems.length = 0
    films.asked.length = 0
  })
  afterEach(async () => {
    films.breakMedia(null)
    await page.context().close()
  })
}

/** Looks at another page from now on. */
export function turnTo(other: Page): void {
  page = other
}

/** Opens an empty page in a browser of its own; it is the page of the test from then on. */
export async function openBrowser(
  options: BrowserContextOptions & { cookies?: Record<string, string> } = {},
): Promise<void> {
  const { cookies = {}, ...rest } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...workerless, ...rest })
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: films.url })))
  await context.addInitScript(rememberBeginning)
  page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  page.on('console', (message) => {
    // What the station was told to refuse, the browser writes down by itself.
    const isOwn = /Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isOwn) problems.push(message.text())
  })
}

export const vodPath = (at: number, query = ''): string => `/player/vod/${title.pidId}/${title.id}/${at}${query}`
export const shownEpisode = (): Promise<string | null> => page.locator('[data-player]').textContent()
export const open = async (path: string): Promise<void> => void (await page.goto(films.url + path))

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
/** Where the page began to play, however long ago. Negative before anything plays. */
export const playedFrom = () => page.evaluate<number>(beginning)
export const seekTo = (sec: number): Promise<void> =>
  page.evaluate<void>(`void (document.querySelector('video').currentTime = ${sec})`)
export const screen = (name: string) => page.locator(`[data-screen="${name}"]`)
export const plate = (name: string) => page.locator(`[data-plate="${name}"]`)
export const seekBar = () => page.getByRole('slider', { name: /播放进度|播放進度/ })
export const asksFor = (asset: number, rest: RegExp): string[] =>
  films.asked.filter((path) => new RegExp(`/v${asset}-\\d+-`).test(path) && rest.test(path))
export const isSegmentOf = (path: string, asset: number, from: number): boolean => {
  const found = new RegExp(`/v${asset}-\\d+-[^/]+/[^/]+/(\\d{5})\\.m4s`).exec(path)
  return found !== null && Number(found[1]) >= from
}
export const records = () =>
  page.evaluate<{ id: number; level: number; currentTime: number; duration: number }[]>(
    `JSON.parse(localStorage.getItem('history') ?? '[]')`,
  )
export const wake = (): Promise<void> => page.mouse.move(400 + Math.random() * 50, 300)
