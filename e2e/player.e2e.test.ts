import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { hasTakenOver, launchBrowser, playsAlone } from './browser.ts'
import { bringFilm, openFilmStation, type FilmStation } from './film-station.ts'

const level = { first: 1, second: 2, awaited: 3 } as const
const firstSec = 40
const secondSec = 36

let films: FilmStation
let browser: Browser
let page: Page
let title: { id: number; pidId: number }
let film: number
let awaitedFilm: number
let assets: { first: number; other: number; second: number }
const problems: string[] = []

const aac = ['-c:a', 'aac', '-b:a', '64k']
const subtitles = Array.from({ length: 19 }, (_, at) => {
  const time = (sec: number): string => `00:00:${String(sec).padStart(2, '0')},000`
  return `${at + 1}\n${time(at * 2)} --> ${time(at * 2 + 2)}\n第${at * 2}秒的话\n`
}).join('\n')

const nowSec = (): number => Math.floor(Date.now() / 1000)

async function fillStation(): Promise<void> {
  const audio = [
    { codec: aac, language: 'zho', title: '国语' },
    { codec: aac, language: 'eng', title: 'English' },
  ]
  const size = { width: 854, height: 480 }
  const first = await bringFilm(films, {
    name: 'first.mp4',
    sec: firstSec,
    ...size,
    audio,
    subtitles,
    withLadder: true,
  })
  const other = await bringFilm(films, { name: 'other.mp4', sec: firstSec })
  const second = await bringFilm(films, { name: 'second.mp4', sec: secondSec })
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

beforeAll(async () => {
  ;[films, browser] = await Promise.all([openFilmStation(), launchBrowser(playsAlone)])
  await fillStation()
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

async function openBrowser(options: BrowserContextOptions & { cookies?: Record<string, string> } = {}): Promise<void> {
  const { cookies = {}, ...rest } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...rest })
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: films.url })))
  page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  page.on('console', (message) => {
    // What the station was told to refuse, the browser writes down by itself.
    const isOwn = /Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isOwn) problems.push(message.text())
  })
}

const vodPath = (at: number, query = ''): string => `/player/vod/${title.pidId}/${title.id}/${at}${query}`
const shownEpisode = (): Promise<string | null> => page.locator('[data-player]').textContent()
const open = async (path: string): Promise<void> => void (await page.goto(films.url + path))

interface Video {
  sec: number
  isPaused: boolean
  isEnded: boolean
  height: number
}
const video = (): Promise<Video> =>
  page.evaluate<Video>(`(({ currentTime, paused, ended, videoHeight }) =>
    ({ sec: currentTime, isPaused: paused, isEnded: ended, height: videoHeight }))(document.querySelector('video'))`)
const expectPlayedTo = async (sec: number): Promise<void> => {
  await expect.poll(async () => (await video()).sec, { timeout: 60_000 }).toBeGreaterThan(sec)
}
const seekTo = (sec: number): Promise<void> =>
  page.evaluate<void>(`void (document.querySelector('video').currentTime = ${sec})`)
const screen = (name: string) => page.locator(`[data-screen="${name}"]`)
const plate = (name: string) => page.locator(`[data-plate="${name}"]`)
const seekBar = () => page.getByRole('slider', { name: /播放进度|播放進度/ })
const asksFor = (asset: number, rest: RegExp): string[] =>
  films.asked.filter((path) => new RegExp(`/v${asset}-\\d+-`).test(path) && rest.test(path))
const isSegmentOf = (path: string, asset: number, from: number): boolean => {
  const found = new RegExp(`/v${asset}-\\d+-[^/]+/[^/]+/(\\d{5})\\.m4s`).exec(path)
  return found !== null && Number(found[1]) >= from
}
const records = () =>
  page.evaluate<{ id: number; level: number; currentTime: number; duration: number }[]>(
    `JSON.parse(localStorage.getItem('history') ?? '[]')`,
  )
const wake = (): Promise<void> => page.mouse.move(400 + Math.random() * 50, 300)

describe('playing', () => {
  test('[F08] an episode plays by itself, is counted once, and is remembered', async () => {
    await openBrowser()
    const counted: string[] = []
    page.on('request', (request) => request.url().includes('/common/hits') && counted.push(request.postData() ?? ''))
    await open(vodPath(level.first))
    await expectPlayedTo(6)
    expect(counted).toEqual([JSON.stringify({ type: 'vod', id: title.id })])
    const [record] = await records()
    expect(record).toMatchObject({ id: title.id, level: 1, name: '北屿灯塔', type: 'vod', isLevel: true, pidId: 1 })
    expect(record?.duration).toBeCloseTo(firstSec, 0)
    expect(problems).toEqual([])
  })

  test('[F08] permission to play comes with the page: nobody asks for it again', async () => {
    await openBrowser()
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('play/token') && asked.push(request.url()))
    await open(vodPath(level.first))
    await expectPlayedTo(1)
    expect(asked).toEqual([])
    expect(films.asked.filter((path) => path.endsWith('master.m3u8'))).toHaveLength(1)
  })

  test('[F08] it plays to the end, the next episode is announced and follows, and both are remembered', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    await expectPlayedTo(2)
    await seekTo(firstSec - 12)
    await plate('next').waitFor()
    expect(await plate('next').textContent()).toContain('第 2 集　潮信')
    await page.waitForURL(`**${vodPath(level.second)}`, { timeout: 60_000 })
    await expect.poll(async () => (await records()).map(({ level: at }) => at), { timeout: 30_000 }).toEqual([2, 1])
    const seen = await records()
    expect(seen[1]?.currentTime).toBeCloseTo(firstSec, 0)
    expect(problems).toEqual([])
  })

  test('[F08] the next episode can be cancelled; the end then offers it and a replay', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    await expectPlayedTo(1)
    await seekTo(firstSec - 8)
    await plate('next').getByRole('button', { name: '取消' }).click()
    await screen('ended').waitFor({ timeout: 60_000 })
    expect(new URL(page.url()).pathname).toBe(vodPath(level.first))
    await screen('ended').getByRole('button', { name: '重播' }).click()
    await expect.poll(async () => (await video()).sec).toBeLessThan(10)
    await expectPlayedTo(1)
  })

  test('[F08] it goes on where it was left, says so, and offers the start', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    await seekTo(20)
    await expectPlayedTo(21)
    await open('/')
    await open(vodPath(level.second))
    await plate('resume').waitFor()
    expect(await plate('resume').textContent()).toMatch(/已从 00:2\d 继续/)
    expect((await video()).sec).toBeGreaterThan(19)
    await plate('resume').getByRole('button', { name: '从头看' }).click()
    await expect.poll(async () => (await video()).sec).toBeLessThan(10)
  })

  test('[F08] the opening can be skipped, and is skipped from then on', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    await expectPlayedTo(0.5)
    await plate('skip').click()
    await expectPlayedTo(8)
    await page.reload()
    await expectPlayedTo(8)
    await wake()
    expect(await page.getByRole('button', { name: '自动跳片头' }).getAttribute('aria-pressed')).toBe('true')
  })

  test('[F08] a code goes on at the same moment on the phone', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(5)
    await page.getByRole('main').getByRole('button', { name: '手机续看' }).last().click()
    const code = new URL((await page.locator('[data-qr]').getAttribute('data-qr')) ?? '')
    expect(code.origin).toBe(films.url)
    const atSec = Number(code.searchParams.get('t'))
    expect(atSec).toBeGreaterThanOrEqual(4)
    await page.context().clearCookies()
    await open(`${code.pathname}?t=20`)
    await expectPlayedTo(19.9)
  })
})

describe('choosing', () => {
  test('[F08] a quality is chosen, shown, and remembered', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    await expectPlayedTo(1)
    await wake()
    const face = page.getByRole('button', { name: /清晰度/ })
    await expect.poll(() => face.textContent()).toMatch(/^自动 (?:480|360)P$/)
    await face.click()
    expect(await page.getByRole('menuitemradio').allTextContents()).toEqual(['480P', '360P', '自动'])
    expect((await page.getByRole('menu').boundingBox())?.width).toBe(248)
    await page.getByRole('menuitemradio', { name: '360P' }).click()
    await expect.poll(async () => (await video()).height, { timeout: 60_000 }).toBe(360)
    await wake()
    expect(await page.getByRole('button', { name: /清晰度/ }).textContent()).toBe('360P')
    await page.reload()
    await expectPlayedTo(1)
    await expect.poll(async () => (await video()).height, { timeout: 60_000 }).toBe(360)
    expect(problems).toEqual([])
  })

  test('[F08] the sound track is chosen', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    await expectPlayedTo(1)
    await wake()
    await page.getByRole('button', { name: '音轨' }).click()
    await page.getByRole('menuitemradio').last().click()
    await expect.poll(() => asksFor(assets.first, /audio-2\/\d{5}\.m4s/).length).toBeGreaterThan(0)
    await expectPlayedTo(3)
  })

  test('[F08] subtitles are shown, and C hides and shows them', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    const words = page.locator('[data-subtitles]')
    await expect.poll(() => words.textContent(), { timeout: 30_000 }).toMatch(/第\d+秒的话/)
    await page.keyboard.press('c')
    await expect.poll(() => words.textContent()).toBe('')
    await page.keyboard.press('c')
    await expect.poll(() => words.textContent()).toMatch(/第\d+秒的话/)
  })

  test('[F08] script and skin switch while it plays: words change, playing does not begin again', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(2)
    const before = await page.evaluate<string>('window.playing = document.querySelector("video"); window.playing.src')
    const masters = films.asked.filter((path) => path.endsWith('master.m3u8')).length
    await page.getByRole('button', { name: '切换到繁体字' }).click()
    await page.getByRole('heading', { level: 2, name: '選集' }).first().waitFor()
    await page.getByRole('button', { name: /切換到日間/ }).click()
    const { sec } = await video()
    await expectPlayedTo(sec + 1)
    expect(sec).toBeGreaterThan(2)
    expect(await page.evaluate('window.playing === document.querySelector("video") && window.playing.src')).toBe(before)
    expect(films.asked.filter((path) => path.endsWith('master.m3u8'))).toHaveLength(masters)
    expect(await page.locator('html').getAttribute('data-theme')).toBe('b')
    expect(problems).toEqual([])
  })

  test('[F08] another source goes on at the same moment', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    await expectPlayedTo(1)
    await seekTo(20)
    await expectPlayedTo(20.5)
    await page.getByRole('link', { name: '云幕二线' }).first().click()
    await expect.poll(() => asksFor(assets.other, /m4s/).length).toBeGreaterThan(0)
    await expectPlayedTo(20.5)
    expect(new URL(page.url()).searchParams.get('line')).not.toBeNull()
  })
})

describe('faults', () => {
  const third = 2

  test('[F08] a broken segment is retried, and playing goes on', async () => {
    await openBrowser()
    let failures = 3
    films.breakMedia((path) => (isSegmentOf(path, assets.second, third) && failures-- > 0 ? 503 : 0))
    await open(vodPath(level.second))
    await expectPlayedTo(9)
    expect(failures).toBeLessThanOrEqual(0)
    expect(await plate('line').count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('[F08] a segment that stays broken moves on to the next source at the same moment, and says so', async () => {
    await openBrowser()
    films.breakMedia((path) => (isSegmentOf(path, assets.first, third) ? 503 : 0))
    await open(vodPath(level.first))
    await plate('line').waitFor({ timeout: 60_000 })
    expect(await plate('line').textContent()).toContain('云幕一线中断，已切到云幕二线')
    await expectPlayedTo(9)
    const begun = asksFor(assets.other, /\d{5}\.m4s/)[0] ?? ''
    expect(Number(/(\d{5})\.m4s/.exec(begun)?.[1])).toBeGreaterThan(0)
    expect(problems).toEqual([])
  })

  test('[F08] where every source is broken it says so, and one press tries again', async () => {
    await openBrowser()
    films.breakMedia((path) => (/\.m4s|\.mp4/.test(path) ? 503 : 0))
    await open(vodPath(level.second))
    await screen('failed').waitFor({ timeout: 60_000 })
    expect(await screen('failed').textContent()).toContain('这一集暂时放不出来')
    expect(await screen('failed').textContent()).toContain('S-503')
    films.breakMedia(null)
    await screen('failed').getByRole('button', { name: '重试' }).click()
    await expectPlayedTo(1)
    expect(await screen('failed').count()).toBe(0)
  })

  test('[F08] a playlist that is gone moves on to the next source', async () => {
    await openBrowser()
    films.breakMedia((path) => (path.includes(`/m${assets.first}-`) ? 404 : 0))
    await open(vodPath(level.first))
    await plate('line').waitFor({ timeout: 60_000 })
    await expectPlayedTo(1)
  })

  test('[F08] an address that has run out is renewed silently, at the same second', async () => {
    await openBrowser()
    let expired = 2
    films.breakMedia((path) => (isSegmentOf(path, assets.second, third) && expired-- > 0 ? 410 : 0))
    await open(vodPath(level.second))
    await expectPlayedTo(9)
    expect(expired).toBeLessThan(2)
    expect(await plate('line').count()).toBe(0)
    expect(await screen('failed').count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('[F08] a network that is gone is waited for, and playing goes on by itself', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    await page.context().setOffline(true)
    await plate('offline').waitFor()
    await page.context().setOffline(false)
    await plate('offline').waitFor({ state: 'detached' })
    const { sec } = await video()
    await expectPlayedTo(sec + 1)
  })

  test('[F08] an episode whose file is not ready says so and begins by itself when it is', async () => {
    await openBrowser()
    await open(vodPath(level.awaited))
    await screen('preparing').waitFor()
    expect(await screen('preparing').textContent()).toContain('这一集正在准备')
    // There is nothing to control: the way back, and another episode that is ready.
    expect(await seekBar().count()).toBe(0)
    expect(await page.locator('[data-player] button:visible').count()).toBe(2)
    const { writer } = films.station.catalog
    const episode = { source: '云幕一线', level: level.awaited, name: '无人认领', durationMs: secondSec * 1000 }
    await writer.saveEpisodes(title.id, [{ ...episode, assetId: assets.second, state: 'ready' }], nowSec())
    await expectPlayedTo(0.5)
    await writer.saveEpisodes(title.id, [{ ...episode, assetId: null, state: 'pending' }], nowSec())
  })
})

describe('before it plays', () => {
  test('[F08] a key pressed before there is a picture moves from where it was left, and playing begins there', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    await seekTo(12)
    await expectPlayedTo(12.5)
    await page.evaluate("document.querySelector('video').pause()")
    await page.route(/\/media\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    await open(vodPath(level.second))
    await expect.poll(() => page.evaluate<boolean>(hasTakenOver)).toBe(true)
    await expect.poll(() => seekBar().getAttribute('aria-valuenow')).toMatch(/^1[23]$/)
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('l')
    expect((await video()).sec).toBe(0)
    await expectPlayedTo(31)
    expect((await video()).sec).toBeLessThan(36)
    expect(problems).toEqual([])
  })

  test('[F08] a film that is not ready is called a film, and has no episode to offer', async () => {
    await openBrowser()
    await open(`/player/vod/2/${awaitedFilm}/1`)
    await screen('preparing').waitFor()
    expect(await screen('preparing').textContent()).toBe('这部影片正在准备，好了会自动开始播放')
    expect(await page.locator('[data-player] button:visible').count()).toBe(1)
  })

  test('[F08] while an episode is not ready, one that is can be watched', async () => {
    await openBrowser()
    await open(vodPath(level.awaited))
    await screen('preparing').getByRole('button', { name: '先看第 2 集　潮信' }).click()
    await page.waitForURL(`**${vodPath(level.second)}`)
    await expectPlayedTo(0.5)
  })

  test('[F08] where the browser refuses to begin by itself, poster and title wait for a press', async () => {
    const strict = await launchBrowser(['--autoplay-policy=document-user-activation-required'])
    try {
      for (const width of [360, 1280]) {
        page = await strict.newPage({ viewport: { width, height: 900 } })
        // Whatever a test asks of the page counts as a press: until it is refused the page must be left alone.
        await page.addInitScript(`const { play } = HTMLMediaElement.prototype
          HTMLMediaElement.prototype.play = function () {
            const begun = play.call(this)
            begun.catch(({ name }) => console.info(name))
            return begun
          }`)
        const refused = page.waitForEvent('console', (message) => message.text() === 'NotAllowedError')
        await open(vodPath(level.second))
        await refused
        await screen('press').waitFor()
        await page.waitForLoadState('networkidle')
        expect(await screen('press').textContent()).toBe('北屿灯塔点一下开始播放')
        expect(await screen('press').locator('img').isVisible()).toBe(true)
        expect((await video()).isPaused).toBe(true)
        expect(await seekBar().count()).toBe(0)
        await screen('press').click()
        await expectPlayedTo(0.5)
        expect(await screen('press').count()).toBe(0)
        await page.close()
      }
    } finally {
      await strict.close()
      await openBrowser()
    }
  })

  test('[F08] on a phone a film is called by its name, not by a number', async () => {
    await openBrowser({ viewport: { width: 360, height: 800 } })
    await open(`/player/vod/2/${film}/1`)
    const cells = page.getByRole('region', { name: '选集' }).getByRole('listitem').filter({ visible: true })
    await expect.poll(() => cells.allTextContents()).toEqual([expect.stringMatching(/^正片/)])
  })
})

describe('the controls', () => {
  const effect = () => plate('effect')

  test('[F08] every key does what the list says, and shows it', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    await page.keyboard.press('k')
    await expect.poll(async () => (await video()).isPaused).toBe(true)
    await seekTo(10)
    await expect.poll(() => seekBar().getAttribute('aria-valuenow')).toBe('10')
    const moves: [string, number, string][] = [
      ['ArrowRight', 15, '+5'],
      ['ArrowLeft', 10, '−5'],
      ['l', 20, '+10'],
      ['j', 10, '−10'],
      ['5', secondSec / 2, '00:18'],
      ['Home', 0, '00:00'],
    ]
    for (const [key, sec, shown] of moves) {
      await page.keyboard.press(key)
      await expect.poll(async () => Math.abs((await video()).sec - sec), { message: key }).toBeLessThan(0.3)
      expect(await effect().textContent()).toContain(shown)
    }
    await page.keyboard.press('.')
    await expect.poll(async () => (await video()).sec).toBeCloseTo(0.04, 2)
    await page.keyboard.press('ArrowDown')
    expect(await effect().textContent()).toContain('95%')
    await page.keyboard.press('m')
    expect(await page.evaluate('document.querySelector("video").muted')).toBe(true)
    await page.keyboard.press('Shift+>')
    expect(await page.evaluate('document.querySelector("video").playbackRate')).toBe(1.25)
    await page.keyboard.press('w')
    expect(await page.locator('main[data-wide]').count()).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('main[data-wide]').count()).toBe(0)
    await page.keyboard.press('Shift+P')
    // The address changes before the page has taken the other episode in, and the next key speaks of what is shown.
    await page.waitForURL(`**${vodPath(level.first)}`)
    await expect.poll(shownEpisode).toContain('守灯人')
    await page.keyboard.press('Shift+N')
    await page.waitForURL(`**${vodPath(level.second)}`)
    await expect.poll(shownEpisode).toContain('潮信')
    expect(problems).toEqual([])
  })

  test('[F08] what a key did is shown for a moment, with motion and without', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await openBrowser({ reducedMotion })
      await open(vodPath(level.second))
      await expectPlayedTo(1)
      await page.keyboard.press('m')
      await effect().waitFor({ state: 'visible' })
      await effect().waitFor({ state: 'hidden' })
      await page.context().close()
    }
  })

  test('[F08] full screen goes and comes with F', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    await page.keyboard.press('f')
    await expect.poll(() => page.evaluate('document.fullscreenElement?.className ?? ""')).toContain('art-video-player')
    await page.getByRole('button', { name: '返回' }).waitFor()
    await page.keyboard.press('f')
    await expect.poll(() => page.evaluate('document.fullscreenElement')).toBeNull()
  })

  test('[F08] ? lists the keys, and Escape closes the list', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(0.2)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: '快捷键' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog', { name: '快捷键' }).count()).toBe(0)
  })

  test('[F08] controls go after two seconds, come back with any key, and stay while a menu is open', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    const shown = () => page.locator('[data-shown]').count()
    await page.mouse.move(10, 10)
    await expect.poll(shown, { timeout: 15_000 }).toBe(0)
    await page.keyboard.press('Shift')
    await expect.poll(shown).toBe(1)
    await page.getByRole('button', { name: '倍速' }).click()
    await page.mouse.move(10, 10)
    await page.waitForTimeout(3500)
    expect(await shown()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('倍速')
  })

  test('[F08] the focus walks from play over the seek bar to the rest', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(0.5)
    await page.keyboard.press('k')
    await page.getByRole('button', { name: '播放', exact: true }).waitFor()
    await page.getByRole('button', { name: '播放', exact: true }).focus()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('slider')
    expect(await seekBar().getAttribute('aria-valuetext')).toMatch(/^0 分 \d+ 秒，共 0 分 36 秒$/)
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('下一集')
  })

  test('[F08] the seek bar shows a thumbnail of the place under the pointer', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    await wake()
    await seekBar().hover()
    await page.locator('[data-tile]').waitFor()
    const box = await seekBar().boundingBox()
    if (!box) throw new Error('the seek bar has no place')
    await page.mouse.click(box.x + box.width * 0.75, box.y + box.height / 2)
    await expectPlayedTo(secondSec * 0.7)
  })

  test('[F08] on a phone two taps at the right go on ten seconds, and a drag seeks', async () => {
    await openBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    const before = (await video()).sec
    await page.touchscreen.tap(340, 100)
    await page.touchscreen.tap(340, 100)
    await expectPlayedTo(before + 9.9)
  })
})

describe('[F04] details', () => {
  test('a title goes on where it was left', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    await seekTo(21)
    await expectPlayedTo(21.2)
    await open(`/details/${title.pidId}/${title.id}`)
    const button = page.getByRole('link', { name: /继续 第 2 集 00:2\d/ })
    await button.click()
    await expectPlayedTo(20)
    expect(problems).toEqual([])
  })

  test('what has not aired and what is not ready can be told apart', async () => {
    await openBrowser()
    await open(`/details/${title.pidId}/${title.id}`)
    const cells = page.getByRole('region', { name: '选集' }).getByRole('listitem')
    await expect.poll(() => cells.filter({ hasText: '准备中' }).count()).toBe(1)
  })

  test('a title that is gone is not found', async () => {
    await openBrowser()
    expect((await page.request.get(`${films.url}/details/1/999999`)).status()).toBe(404)
    expect((await page.request.get(`${films.url}${vodPath(77)}`)).status()).toBe(404)
    expect((await page.request.get(`${films.url}/player/vod/1/x/1`)).status()).toBe(404)
  })
})

const looks = [
  { width: 360, theme: 'w', lang: 's' },
  { width: 768, theme: 'b', lang: 't' },
  { width: 1280, theme: 'w', lang: 't' },
  { width: 1920, theme: 'b', lang: 's' },
]

describe('[A16] for everybody', () => {
  for (const [name, pathOf] of [
    ['player', () => vodPath(level.first)],
    ['film', () => `/player/vod/2/${film}/1`],
    ['awaited', () => vodPath(level.awaited)],
    ['details', () => `/details/${title.pidId}/${title.id}`],
  ] as const) {
    test(`${name} has no barrier, no error and no sideways scroll in either skin and script`, async () => {
      const found: string[] = []
      for (const { width, theme, lang } of looks) {
        await openBrowser({ bypassCSP: true, viewport: { width, height: 900 }, cookies: { theme, lang } })
        await open(pathOf())
        await page.waitForLoadState('networkidle')
        await page.keyboard.press('k')
        const where = `${width} ${theme} ${lang}`
        found.push(...(await findBarriers(page)).map((one) => `${where} ${one}`))
        const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        if (overhang > 0) found.push(`${where} is ${overhang} px too wide`)
        found.push(...problems.splice(0).map((problem) => `${where} ${problem}`))
        if (width !== looks.at(-1)?.width) await page.context().close()
      }
      expect(found).toEqual([])
    })
  }
})
