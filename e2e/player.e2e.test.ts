import { describe, expect, test } from 'vitest'
import { hasTakenOver, launchBrowser } from './browser.ts'
import {
  awaitedFilm,
  expectPlayedTo,
  film,
  films,
  firstSec,
  level,
  open,
  openBrowser,
  page,
  plate,
  playedFrom,
  problems,
  records,
  screen,
  secondSec,
  seekBar,
  seekTo,
  stayAtPlayer,
  title,
  turnTo,
  video,
  vodPath,
  wake,
} from './player-pages.ts'

stayAtPlayer()

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

  test('[F09] a page that rests leaves it at the time at which it was watched', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    await expectPlayedTo(2)
    await page.evaluate<void>("document.querySelector('video').pause()")
    const state = () => page.evaluate<number>("document.querySelector('video').currentTime")
    await expect.poll(async () => (await records())[0]?.currentTime).toBeCloseTo(await state(), 1)
    const rested = await records()
    // Records are kept to the second.
    await page.waitForTimeout(1500)
    await open('/rank')
    expect(await records()).toEqual(rested)
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

  test('[F08] while the station does not answer for the next episode the player stays, says so, and goes on later', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    await expectPlayedTo(1)
    await page.route(/play.token/, (route) => route.abort())
    await seekTo(firstSec - 3)
    await page.getByText('网络已断开，恢复后自动继续').first().waitFor({ timeout: 60_000 })
    await screen('ended').getByRole('button', { name: '下一集' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(vodPath(level.first))
    await page.unroute(/play.token/)
    await page.evaluate('void dispatchEvent(new Event("online"))')
    await page.waitForURL(`**${vodPath(level.second)}`, { timeout: 60_000 })
    await expect.poll(async () => (await records())[0]?.level, { timeout: 30_000 }).toBe(level.second)
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

  test('[F08] the end stays the end where one seeks on, and the seek bar plays on from anywhere before it', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    await seekTo(secondSec - 2)
    await screen('ended').waitFor({ timeout: 60_000 })
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => plate('effect').textContent()).toContain('+5')
    expect(await video()).toMatchObject({ isEnded: true })
    expect(await screen('ended').count()).toBe(1)
    const box = await seekBar().boundingBox()
    if (!box) throw new Error('the seek bar has no place')
    await page.mouse.click(box.x + box.width * 0.1, box.y + box.height / 2)
    await expect.poll(async () => (await video()).sec).toBeLessThan(secondSec - 5)
    await screen('ended').waitFor({ state: 'detached' })
    await expectPlayedTo(secondSec * 0.1 + 0.5)
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

describe('before it plays', () => {
  test('[F08] a key pressed before there is a picture moves from where it was left, and playing begins there', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    await seekTo(12)
    await expectPlayedTo(12.5)
    const left = await page.evaluate<number>(
      "(() => { const v = document.querySelector('video'); v.pause(); return v.currentTime })()",
    )
    const pressed = Promise.withResolvers<void>()
    await page.route(/\.m4s|\.mp4/, async (route) => {
      await pressed.promise
      await route.continue()
    })
    await open(vodPath(level.second))
    await expect.poll(() => page.evaluate<boolean>(hasTakenOver)).toBe(true)
    await expect
      .poll(async () => Math.abs(Number(await seekBar().getAttribute('aria-valuenow')) - left))
      .toBeLessThan(1.5)
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('l')
    expect((await video()).sec).toBe(0)
    pressed.resolve()
    await expect.poll(playedFrom, { timeout: 60_000 }).toBeGreaterThan(left + 18)
    expect(await playedFrom()).toBeLessThan(left + 23)
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
        turnTo(await strict.newPage({ viewport: { width, height: 900 } }))
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
