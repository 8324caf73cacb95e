import { describe, expect, test } from 'vitest'
import {
  requestsFor,
  assets,
  effect,
  expectPlayedTo,
  station,
  isSegmentOf,
  level,
  nowSec,
  open,
  openBrowser,
  page,
  notice,
  problems,
  screen,
  secondSec,
  seekBar,
  seekTo,
  expectEpisode,
  setUpPlayerStation,
  title,
  video,
  vodPath,
  showControls,
} from './player-pages.ts'

setUpPlayerStation()

describe('the controls', () => {
  test('[F08] every key does what the list of keys says, and shows it', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    await page.keyboard.press('k')
    await expect.poll(async () => (await video()).isPaused).toBe(true)
    await seekTo(10)
    await expect.poll(() => seekBar().getAttribute('aria-valuenow')).toBe('10')
    const keySteps: [string, number, string][] = [
      ['ArrowRight', 15, '+5'],
      ['ArrowLeft', 10, '−5'],
      ['l', 20, '+10'],
      ['j', 10, '−10'],
      ['5', secondSec / 2, '00:18'],
      ['Home', 0, '00:00'],
    ]
    for (const [key, sec, shown] of keySteps) {
      await page.keyboard.press(key)
      await expect.poll(async () => Math.abs((await video()).sec - sec), { message: key }).toBeLessThan(0.3)
      await expect.poll(effect).toContain(shown)
    }
    await page.keyboard.press('.')
    await expect.poll(async () => (await video()).sec).toBeCloseTo(0.04, 2)
    await page.keyboard.press('ArrowDown')
    await expect.poll(effect).toContain('95%')
    await page.keyboard.press('m')
    await expect.poll(() => page.evaluate('document.querySelector("video").muted')).toBe(true)
    await page.keyboard.press('ArrowUp')
    await expect.poll(effect).toContain('100%')
    expect(await page.evaluate('document.querySelector("video").muted')).toBe(false)
    await page.keyboard.press('Shift+>')
    await expect.poll(() => page.evaluate('document.querySelector("video").playbackRate')).toBe(1.25)
    await page.keyboard.press('w')
    await expect.poll(() => page.locator('main[data-wide]').count()).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('main[data-wide]').count()).toBe(0)
    await page.keyboard.press('Shift+P')
    // The address changes before React has rendered the other episode; the next key press must apply to the new one.
    await page.waitForURL(`**${vodPath(level.first)}`)
    await expectEpisode('守灯人')
    await page.keyboard.press('Shift+N')
    await page.waitForURL(`**${vodPath(level.second)}`)
    await expectEpisode('潮信')
    expect(problems).toEqual([])
  })

  test('[F08] the effect of a key is shown for a moment, with and without motion', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await openBrowser({ reducedMotion })
      await open(vodPath(level.second))
      await expectPlayedTo(1)
      // The indicator is shown for less time than a busy machine needs to check it from here.
      await page.evaluate(`window.seen = []; (function look() {
        const isShown = document.querySelector('[data-plate="effect"]')?.checkVisibility({ visibilityProperty: true })
        if (!!isShown !== !!window.seen.at(-1)) window.seen.push(isShown)
        requestAnimationFrame(look)
      })()`)
      await page.keyboard.press('m')
      await expect.poll(() => page.evaluate('window.seen')).toEqual([true, false])
      await page.context().close()
    }
  })

  test('[F08] F enters and leaves full screen', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    await page.keyboard.press('f')
    await expect.poll(() => page.evaluate('document.fullscreenElement?.className ?? ""')).toContain('art-video-player')
    await page.getByRole('button', { name: '返回' }).waitFor()
    await page.keyboard.press('f')
    await expect.poll(() => page.evaluate('document.fullscreenElement')).toBeNull()
  })

  test('[F08] a press on the page ends picture-in-picture', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    await page.keyboard.press('p')
    await screen('elsewhere').getByRole('button', { name: '回到这里' }).click()
    await screen('elsewhere').waitFor({ state: 'detached' })
    expect(await page.evaluate('document.pictureInPictureElement')).toBeNull()
  })

  test('[F08] ? opens the list of keys, and Escape closes it', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(0.2)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: '快捷键' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog', { name: '快捷键' }).count()).toBe(0)
  })

  test('[F08] controls hide after two seconds, return with any key, and stay while a menu is open', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    const shown = () => page.locator('[data-shown]').count()
    await page.mouse.move(10, 10)
    await expect.poll(shown).toBe(0)
    await page.keyboard.press('Shift')
    await expect.poll(shown).toBe(1)
    await showControls()
    await page.getByRole('button', { name: '倍速' }).click()
    await page.mouse.move(10, 10)
    await page.waitForTimeout(3500)
    expect(await shown()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('倍速')
  })

  test('[F08] the focus moves from play over the seek bar to the other controls', async () => {
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

  test('[F08] the seek bar shows a thumbnail of the position under the pointer', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    await showControls()
    await seekBar().hover()
    await page.locator('[data-tile]').waitFor()
    const box = await seekBar().boundingBox()
    if (!box) throw new Error('the seek bar has no position on the page')
    await page.mouse.click(box.x + box.width * 0.75, box.y + box.height / 2)
    await expectPlayedTo(secondSec * 0.7)
  })

  test('[F08] on a phone a double tap on the right skips ten seconds, and a drag seeks', async () => {
    await openBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    const before = (await video()).sec
    // Both taps are sent at once: waiting for the first could take longer than two taps may be apart.
    const session = await page.context().newCDPSession(page)
    const touches = (['touchStart', 'touchEnd', 'touchStart', 'touchEnd'] as const).map((type) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: 340, y: 100 }],
      }),
    )
    await Promise.all(touches)
    await expectPlayedTo(before + 9.9)
  })
})

test('[A09] the switch of the skin is absent where it cannot act', async () => {
  await openBrowser()
  await open(vodPath(level.second))
  await page.getByRole('button', { name: '切换到繁体字' }).first().waitFor()
  expect(await page.getByRole('button', { name: '切换到日间' }).count()).toBe(0)
  expect(problems).toEqual([])
})

describe('a phone', () => {
  const touchMiddle = { x: 195, y: 110 }

  async function turn(angle: 0 | 90): Promise<void> {
    const session = await page.context().newCDPSession(page)
    const [width, height] = angle === 0 ? [390, 844] : [844, 390]
    await session.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      screenWidth: width,
      screenHeight: height,
      deviceScaleFactor: 1,
      mobile: true,
      screenOrientation: { type: angle === 0 ? 'portraitPrimary' : 'landscapePrimary', angle },
    })
  }
  const isFilling = () => page.evaluate<boolean>(`!!document.querySelector(':fullscreen, .art-fullscreen-web')`)

  test('[F08] turned sideways fills the screen, and upright returns to the page', async () => {
    await openBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    await turn(90)
    await expect.poll(isFilling).toBe(true)
    await turn(0)
    await expect.poll(isFilling).toBe(false)
    expect(problems).toEqual([])
  })

  test('[F08] where the browser lets only a press open full screen, the picture fills the window', async () => {
    await openBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await page.addInitScript(
      `Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('Permissions check failed'))`,
    )
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    await turn(90)
    await page.locator('.art-fullscreen-web').waitFor()
    await turn(0)
    await page.locator('.art-fullscreen-web').waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  test('[F08] a double tap in the middle pauses', async () => {
    await openBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    const session = await page.context().newCDPSession(page)
    const touches = (['touchStart', 'touchEnd', 'touchStart', 'touchEnd'] as const).map((type) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [touchMiddle] }),
    )
    await Promise.all(touches)
    // Before its end: there it stops by itself.
    await expect.poll(async () => (await video()).isPaused).toBe(true)
    expect((await video()).isEnded).toBe(false)
  })
})

describe('failures', () => {
  const thirdSegment = 2

  test('[F08] a broken segment is retried, and playback continues', async () => {
    await openBrowser()
    let failures = 3
    station.failMedia((path) => (isSegmentOf(path, assets.second, thirdSegment) && failures-- > 0 ? 503 : 0))
    await open(vodPath(level.second))
    await expectPlayedTo(9)
    expect(failures).toBeLessThanOrEqual(0)
    expect(await notice('line').count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('[F08] a segment that stays broken switches to the next source at the same position, with a notice', async () => {
    await openBrowser()
    station.failMedia((path) => (isSegmentOf(path, assets.first, thirdSegment) ? 503 : 0))
    await open(vodPath(level.first))
    await notice('line').filter({ hasText: '云幕一线中断，已切到云幕二线' }).waitFor()
    await expectPlayedTo(9)
    const firstSegment = requestsFor(assets.other, /\d{5}\.m4s/)[0] ?? ''
    expect(Number(/(\d{5})\.m4s/.exec(firstSegment)?.[1])).toBeGreaterThan(0)
    expect(problems).toEqual([])
  })

  test('[F08] if every source is broken an error is shown, and one press retries', async () => {
    await openBrowser()
    station.failMedia((path) => (/\.m4s|\.mp4/.test(path) ? 503 : 0))
    await open(vodPath(level.second))
    await screen('failed').waitFor()
    expect(await screen('failed').textContent()).toContain('这一集暂时无法播放')
    expect(await screen('failed').textContent()).toContain('S-503')
    // On phones the button that plays would lie over the reason.
    const play = page.locator('[data-controls]').getByRole('button', { name: '暂停' })
    expect(await play.isVisible()).toBe(true)
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await play.isVisible()).toBe(false)
    station.failMedia(null)
    await screen('failed').getByRole('button', { name: '重试' }).click()
    await expectPlayedTo(1)
    expect(await screen('failed').count()).toBe(0)
  })

  test('[F08] a missing playlist switches to the next source', async () => {
    await openBrowser()
    station.failMedia((path) => (path.includes(`/m${assets.first}-`) ? 404 : 0))
    await open(vodPath(level.first))
    await notice('line').waitFor()
    await expectPlayedTo(1)
  })

  test('[F08] an expired address is renewed silently at the same second', async () => {
    await openBrowser()
    let expired = 2
    station.failMedia((path) => (isSegmentOf(path, assets.second, thirdSegment) && expired-- > 0 ? 410 : 0))
    await open(vodPath(level.second))
    await expectPlayedTo(9)
    expect(expired).toBeLessThan(2)
    expect(await notice('line').count()).toBe(0)
    expect(await screen('failed').count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('[F08] after a network failure playback resumes automatically', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    await page.context().setOffline(true)
    await notice('offline').waitFor()
    const frame = await page.locator('[data-player]').boundingBox()
    const siteNotice = await page.getByText('网络已断开，恢复后自动继续。', { exact: true }).boundingBox()
    expect(siteNotice?.y).toBeGreaterThan((frame?.y ?? 0) + (frame?.height ?? 0))
    await page.context().setOffline(false)
    await notice('offline').waitFor({ state: 'detached' })
    const { sec } = await video()
    await expectPlayedTo(sec + 1)
  })

  test('[F08] an episode that is not ready shows that, and starts automatically when it is ready', async () => {
    await openBrowser()
    await open(vodPath(level.pending))
    await screen('preparing').waitFor()
    expect(await screen('preparing').textContent()).toContain('这一集正在准备')
    // There is nothing to control, only a way back and another episode that is ready.
    expect(await seekBar().count()).toBe(0)
    expect(await page.locator('[data-player] button:visible').count()).toBe(2)
    const row = page.locator('[data-list] [aria-current]')
    expect(await row.textContent()).toContain('准备中')
    expect(await row.textContent()).not.toContain('正在播放')
    const { writer } = station.station.catalog
    const episode = { source: '云幕一线', level: level.pending, name: '无人认领', durationMs: secondSec * 1000 }
    await writer.saveEpisodes(title.id, [{ ...episode, assetId: assets.second, state: 'ready' }], nowSec())
    await expectPlayedTo(0.5)
    await expect.poll(() => row.textContent()).toContain('正在播放')
    await writer.saveEpisodes(title.id, [{ ...episode, assetId: null, state: 'pending' }], nowSec())
  })
})
