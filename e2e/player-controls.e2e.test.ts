import { describe, expect, test } from 'vitest'
import {
  asksFor,
  assets,
  expectPlayedTo,
  films,
  isSegmentOf,
  level,
  nowSec,
  open,
  openBrowser,
  page,
  plate,
  problems,
  screen,
  secondSec,
  seekBar,
  seekTo,
  shownEpisode,
  stayAtPlayer,
  title,
  video,
  vodPath,
  wake,
} from './player-pages.ts'

stayAtPlayer()

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
      await expect.poll(() => effect().textContent()).toContain(shown)
    }
    await page.keyboard.press('.')
    await expect.poll(async () => (await video()).sec).toBeCloseTo(0.04, 2)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => effect().textContent()).toContain('95%')
    await page.keyboard.press('m')
    await expect.poll(() => page.evaluate('document.querySelector("video").muted')).toBe(true)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => effect().textContent()).toContain('100%')
    expect(await page.evaluate('document.querySelector("video").muted')).toBe(false)
    await page.keyboard.press('Shift+>')
    await expect.poll(() => page.evaluate('document.querySelector("video").playbackRate')).toBe(1.25)
    await page.keyboard.press('w')
    await expect.poll(() => page.locator('main[data-wide]').count()).toBeGreaterThan(0)
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
      // Its moment is shorter than a busy machine takes to look from here.
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

  test('[F08] a press on the page brings the picture back from the small window', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(1)
    await page.keyboard.press('p')
    await screen('elsewhere').getByRole('button', { name: '回到这里' }).click()
    await screen('elsewhere').waitFor({ state: 'detached' })
    expect(await page.evaluate('document.pictureInPictureElement')).toBeNull()
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
    const row = page.locator('[data-list] [aria-current]')
    expect(await row.textContent()).toContain('准备中')
    expect(await row.textContent()).not.toContain('正在播放')
    const { writer } = films.station.catalog
    const episode = { source: '云幕一线', level: level.awaited, name: '无人认领', durationMs: secondSec * 1000 }
    await writer.saveEpisodes(title.id, [{ ...episode, assetId: assets.second, state: 'ready' }], nowSec())
    await expectPlayedTo(0.5)
    await expect.poll(() => row.textContent()).toContain('正在播放')
    await writer.saveEpisodes(title.id, [{ ...episode, assetId: null, state: 'pending' }], nowSec())
  })
})
