import { describe, expect, test } from 'vitest'
import { isHydrated, launchBrowser } from '../browser.ts'
import {
  pendingFilm,
  effect,
  expectPlayedTo,
  expectRecord,
  film,
  station,
  firstSec,
  level,
  open,
  openBrowser,
  page,
  notice,
  playbackStartSec,
  problems,
  records,
  screen,
  secondSec,
  seekBar,
  seekTo,
  setUpPlayerStation,
  title,
  switchToPage,
  video,
  vodPath,
  showControls,
} from './player-pages.ts'
import { loadDocument, reload, waitUntilHydrated } from '../page-load.ts'
import { recordEngineOrder } from './engine-order.ts'

setUpPlayerStation()

describe('playback', () => {
  test('[F08] if the player’s engine cannot be loaded, the page’s own scripts do not wait for it', async () => {
    await openBrowser()
    await page.route('**/hls-start-*', (route) => route.abort())
    await open(vodPath(level.first))
    expect(await page.evaluate<boolean>(isHydrated)).toBe(true)
  })

  test('[F08] the engine waits for none of the page’s own scripts, which are loaded after the first segment', async () => {
    await openBrowser()
    const order = await recordEngineOrder(page)
    await open(vodPath(level.first))
    await expect.poll(() => order.hasLoaded('vod-route')).toBe(true)
    expect(order.scriptsBeforeSegment()).toEqual([])
    expect(order.requestsOf('master.m3u8')).toBe(1)
    expect(problems).toEqual([])
  })

  test('[B05] [F08] an episode starts automatically, is counted once, and is remembered', async () => {
    await openBrowser()
    const hits: string[] = []
    page.on('request', (request) => request.url().includes('/common/hits') && hits.push(request.postData() ?? ''))
    await open(vodPath(level.first))
    await expectPlayedTo(6)
    expect(hits).toEqual([JSON.stringify({ type: 'vod', id: title.id })])
    const [record] = await records()
    expect(record).toMatchObject({ id: title.id, level: 1, name: '北屿灯塔', type: 'vod', isLevel: true, pidId: 1 })
    expect(record?.duration).toBeCloseTo(firstSec, 0)
    expect(problems).toEqual([])
  })

  test('[F08] a login dialog holds the film where it is, and it goes on after it; one that was paused stays paused', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    await expectPlayedTo(1)
    const dialog = page.getByRole('dialog')
    const openLogin = async (): Promise<void> => {
      await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
      await dialog.getByRole('heading', { name: '登录' }).waitFor()
    }
    const close = async (): Promise<void> => {
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    await openLogin()
    const held = await video()
    expect(held).toMatchObject({ isPaused: true, isEnded: false })
    await dialog.getByRole('button', { name: '注册' }).click()
    await dialog.getByRole('heading', { name: '注册' }).waitFor()
    expect(await video()).toEqual(held)
    await close()
    await expect.poll(async () => (await video()).isPaused).toBe(false)
    await expectPlayedTo(held.sec + 1)
    await page.evaluate<void>("document.querySelector('video').pause()")
    await openLogin()
    await close()
    expect((await video()).isPaused).toBe(true)
    expect(problems).toEqual([])
  })

  test('[F09] the record of an idle page keeps the time at which it was watched', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    await expectRecord()
    await page.evaluate<void>("document.querySelector('video').pause()")
    const state = () => page.evaluate<number>("document.querySelector('video').currentTime")
    await expect.poll(async () => (await records())[0]?.currentTime).toBeCloseTo(await state(), 1)
    const recordsWhilePaused = await records()
    // Records have a resolution of a second.
    await page.waitForTimeout(1500)
    await open('/rank')
    expect(await records()).toEqual(recordsWhilePaused)
    expect(problems).toEqual([])
  })

  test('[F08] the play token is part of the page and is not requested again', async () => {
    await openBrowser()
    const tokenRequests: string[] = []
    page.on('request', (request) => request.url().includes('play/token') && tokenRequests.push(request.url()))
    await open(vodPath(level.first))
    await expectPlayedTo(1)
    expect(tokenRequests).toEqual([])
    expect(station.mediaRequests.filter((path) => path.endsWith('master.m3u8'))).toHaveLength(1)
  })

  test('[F08] it plays to the end, the next episode is announced and starts, and both are recorded', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    await expectPlayedTo(2)
    await seekTo(firstSec - 12)
    await notice('next').filter({ hasText: '第 2 集　潮信' }).waitFor()
    await page.waitForURL(`**${vodPath(level.second)}`, { timeout: 60_000 })
    await expect.poll(async () => (await records()).map(({ level: at }) => at)).toEqual([2, 1])
    const stored = await records()
    expect(stored[1]?.currentTime).toBeCloseTo(firstSec, 0)
    expect(problems).toEqual([])
  })

  test('[F08] if the next episode cannot be loaded the player stays, shows that, and continues later', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    await expectPlayedTo(1)
    await page.route(/play.token/, (route) => route.abort())
    await seekTo(firstSec - 3)
    await page.getByText('网络已断开，恢复后自动继续').first().waitFor()
    await screen('ended').getByRole('button', { name: '下一集' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(vodPath(level.first))
    await page.unroute(/play.token/)
    await page.evaluate('void dispatchEvent(new Event("online"))')
    await page.waitForURL(`**${vodPath(level.second)}`, { timeout: 60_000 })
    await expect.poll(async () => (await records())[0]?.level).toBe(level.second)
  })

  test('[F08] the next episode can be cancelled; the end then offers it and a replay', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    await expectPlayedTo(1)
    await seekTo(firstSec - 14)
    await notice('next').getByRole('button', { name: '取消' }).click()
    await screen('ended').waitFor()
    expect(new URL(page.url()).pathname).toBe(vodPath(level.first))
    await screen('ended').getByRole('button', { name: '重播' }).click()
    await expect.poll(async () => (await video()).sec).toBeLessThan(10)
    await expectPlayedTo(1)
  })

  test('[F08] seeking forward at the end keeps the end state, and the seek bar resumes from any earlier position', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    await seekTo(secondSec - 2)
    await screen('ended').waitFor()
    await page.keyboard.press('ArrowRight')
    await expect.poll(effect).toContain('+5')
    expect(await video()).toMatchObject({ isEnded: true })
    expect(await screen('ended').count()).toBe(1)
    const box = await seekBar().boundingBox()
    if (!box) throw new Error('the seek bar has no position on the page')
    await page.mouse.click(box.x + box.width * 0.1, box.y + box.height / 2)
    await expect.poll(async () => (await video()).sec).toBeLessThan(secondSec - 5)
    await screen('ended').waitFor({ state: 'detached' })
    await expectPlayedTo(secondSec * 0.1 + 0.5)
  })

  test('[F08] it resumes at the last position, shows that, and offers the start', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectRecord()
    await seekTo(20)
    await expectPlayedTo(21)
    await open('/')
    await open(vodPath(level.second))
    // Not before it plays: the press would else be the start.
    await expect.poll(playbackStartSec).toBeGreaterThan(19)
    await notice('resume')
      .filter({ hasText: /已从 00:2\d 继续/ })
      .getByRole('button', { name: '从头看' })
      .click()
    await expect.poll(async () => (await video()).sec).toBeLessThan(10)
  })

  test('[F08] the opening can be skipped, and is skipped automatically afterwards', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    await expectPlayedTo(0.5)
    await notice('skip').click()
    await expectPlayedTo(8)
    await reload(page)
    await expectPlayedTo(8)
    await showControls()
    expect(await page.getByRole('button', { name: '自动跳片头' }).getAttribute('aria-pressed')).toBe('true')
  })

  test('[F08] a QR code continues at the same position on a phone', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(5)
    await page.getByRole('main').getByRole('button', { name: '手机续看' }).last().click()
    const drawing = page.locator('[data-qr] svg')
    const box = await drawing.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
    await drawing.click({ trial: true, position: { x: 4, y: 4 } })
    const code = new URL((await page.locator('[data-qr]').getAttribute('data-qr')) ?? '')
    expect(code.origin).toBe(station.url)
    const atSec = Number(code.searchParams.get('t'))
    expect(atSec).toBeGreaterThanOrEqual(4)
    await page.context().clearCookies()
    await open(`${code.pathname}?t=20`)
    await expectPlayedTo(19.9)
  })
})

describe('before playback', () => {
  test('[F08] a seek key pressed before the first picture moves from the resume position, and playback starts there', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectRecord()
    await seekTo(12)
    await expectPlayedTo(12.5)
    const pausedSec = await page.evaluate<number>(
      "(() => { const v = document.querySelector('video'); v.pause(); return v.currentTime })()",
    )
    const pressed = Promise.withResolvers<void>()
    await page.route(/\.m4s|\.mp4/, async (route) => {
      await pressed.promise
      await route.continue()
    })
    await open(vodPath(level.second))
    await expect
      .poll(async () => Math.abs(Number(await seekBar().getAttribute('aria-valuenow')) - pausedSec))
      .toBeLessThan(1.5)
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('l')
    expect((await video()).sec).toBe(0)
    pressed.resolve()
    await expect.poll(playbackStartSec, { timeout: 60_000 }).toBeGreaterThan(pausedSec + 18)
    expect(await playbackStartSec()).toBeLessThan(pausedSec + 23)
    expect(problems).toEqual([])
  })

  test('[F08] a film that is not ready is called a film and offers no episodes', async () => {
    await openBrowser()
    await open(`/player/vod/2/${pendingFilm}/1`)
    await screen('preparing').waitFor()
    expect(await screen('preparing').textContent()).toBe('这部影片正在准备，完成后会自动播放')
    expect(await page.locator('[data-player] button:visible').count()).toBe(1)
  })

  test('[F08] while an episode is not ready, a ready one is offered', async () => {
    await openBrowser()
    await open(vodPath(level.pending))
    await screen('preparing').getByRole('button', { name: '先看第 2 集　潮信' }).click()
    await page.waitForURL(`**${vodPath(level.second)}`)
    await expectPlayedTo(0.5)
  })

  test('[F08] where the browser blocks autoplay, poster and title wait for a press', async () => {
    const browserWithoutAutoplay = await launchBrowser(['--autoplay-policy=document-user-activation-required'])
    try {
      for (const width of [360, 1280]) {
        switchToPage(await browserWithoutAutoplay.newPage({ viewport: { width, height: 900 } }))
        // Every evaluate call of a test counts as a user gesture: the page must not be touched before playback is
        // refused.
        await page.addInitScript(`const { play } = HTMLMediaElement.prototype
          HTMLMediaElement.prototype.play = function () {
            const started = play.call(this)
            started.catch(({ name }) => console.info(name))
            return started
          }`)
        const refused = page.waitForEvent('console', (message) => message.text() === 'NotAllowedError')
        await loadDocument(page, station.url + vodPath(level.second))
        await refused
        await screen('press').waitFor()
        await waitUntilHydrated(page)
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
      await browserWithoutAutoplay.close()
      await openBrowser()
    }
  })

  test('[F08] on a phone a film is shown by its name, not by a number', async () => {
    await openBrowser({ viewport: { width: 360, height: 800 } })
    await open(`/player/vod/2/${film}/1`)
    const cells = page.getByRole('region', { name: '选集' }).getByRole('listitem').filter({ visible: true })
    await expect.poll(() => cells.allTextContents()).toEqual([expect.stringMatching(/^正片/)])
  })
})

describe('[F04] details', () => {
  test('a title resumes at the last position', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectRecord()
    await seekTo(21)
    await expectPlayedTo(21.2)
    await open(`/details/${title.pidId}/${title.id}`)
    const button = page.getByRole('link', { name: /继续 第 2 集 00:2\d/ })
    await button.click()
    await expectPlayedTo(20)
    expect(problems).toEqual([])
  })

  test('unaired and unready episodes are distinguished', async () => {
    await openBrowser()
    await open(`/details/${title.pidId}/${title.id}`)
    const cells = page.getByRole('region', { name: '选集' }).getByRole('listitem')
    await expect.poll(() => cells.filter({ hasText: '准备中' }).count()).toBe(1)
  })

  test('a deleted title is not found', async () => {
    await openBrowser()
    expect((await page.request.get(`${station.url}/details/1/999999`)).status()).toBe(404)
    expect((await page.request.get(`${station.url}${vodPath(77)}`)).status()).toBe(404)
    expect((await page.request.get(`${station.url}/player/vod/1/x/1`)).status()).toBe(404)
  })
})
