import { describe, expect, test } from 'vitest'
import { findAxeViolations } from '../accessibility.ts'
import {
  requestsFor,
  assets,
  expectPlayedTo,
  station,
  level,
  open,
  openBrowser,
  page,
  problems,
  seekTo,
  setUpPlayerStation,
  video,
  vodPath,
  showControls,
} from './player-pages.ts'
import { reload } from '../page-load.ts'

setUpPlayerStation({ withLadder: true })

describe('selection of sources and tracks', () => {
  test('[F08] a chosen quality is shown and remembered', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    await expectPlayedTo(1)
    await showControls()
    const qualityButton = page.getByRole('button', { name: /清晰度/ })
    await expect.poll(() => qualityButton.textContent()).toMatch(/^自动 (?:480|360)P$/)
    await qualityButton.click()
    await expect.poll(() => page.getByRole('menuitemradio').allTextContents()).toEqual(['480P', '360P', '自动'])
    expect((await page.getByRole('menu').boundingBox())?.width).toBe(248)
    await page.getByRole('menuitemradio', { name: '360P' }).click()
    await expect.poll(async () => (await video()).height, { timeout: 60_000 }).toBe(360)
    await showControls()
    expect(await page.getByRole('button', { name: /清晰度/ }).textContent()).toBe('360P')
    await reload(page)
    await expectPlayedTo(1)
    await expect.poll(async () => (await video()).height, { timeout: 60_000 }).toBe(360)
    expect(problems).toEqual([])
  })

  test('[F08] the audio track can be chosen', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    await expectPlayedTo(1)
    await showControls()
    await page.getByRole('button', { name: '音轨' }).click()
    await page.getByRole('menuitemradio').last().click()
    await expect.poll(() => requestsFor(assets.first, /audio-2\/\d{5}\.m4s/).length).toBeGreaterThan(0)
    await expectPlayedTo(3)
  })

  test('[F08] subtitles are shown, and C hides and shows them', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    const subtitle = page.locator('[data-subtitles]')
    await expect.poll(() => subtitle.textContent()).toMatch(/第\d+秒的话/)
    await page.keyboard.press('c')
    await expect.poll(() => subtitle.textContent()).toBe('')
    await page.keyboard.press('c')
    await expect.poll(() => subtitle.textContent()).toMatch(/第\d+秒的话/)
  })

  test('[F08] [A09] the script switches during playback without restarting it, and there is no skin to switch', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectPlayedTo(2)
    const before = await page.evaluate<string>('window.playing = document.querySelector("video"); window.playing.src')
    const masterRequests = station.mediaRequests.filter((path) => path.endsWith('master.m3u8')).length
    await page.getByRole('button', { name: '切换到繁体字' }).click()
    await page.getByRole('button', { name: '選集', exact: true }).first().waitFor()
    expect(await page.getByRole('button', { name: /切換到日間/ }).count()).toBe(0)
    const { sec } = await video()
    await expectPlayedTo(sec + 1)
    expect(sec).toBeGreaterThan(2)
    expect(await page.evaluate('window.playing === document.querySelector("video") && window.playing.src')).toBe(before)
    expect(station.mediaRequests.filter((path) => path.endsWith('master.m3u8'))).toHaveLength(masterRequests)
    expect(await page.locator('html').getAttribute('data-theme')).toBe('b')
    expect(problems).toEqual([])
  })

  test('[F08] another source continues at the same position', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    await expectPlayedTo(1)
    await seekTo(20)
    await expectPlayedTo(20.5)
    await page.getByRole('link', { name: '云幕二线' }).first().click()
    await expect.poll(() => requestsFor(assets.other, /m4s/).length).toBeGreaterThan(0)
    await expectPlayedTo(20.5)
    expect(new URL(page.url()).searchParams.get('line')).not.toBeNull()
  })
})

const variants = [
  { width: 360, theme: 'w', lang: 's' },
  { width: 1280, theme: 'b', lang: 't' },
]

// The page around the player and other widths are checked with all pages.
test('[A16] with all menus the player has no accessibility violation, error or horizontal overflow in either skin and script', async () => {
  const found: string[] = []
  for (const { width, theme, lang } of variants) {
    await openBrowser({ bypassCSP: true, viewport: { width, height: 900 }, cookies: { theme, lang } })
    await open(vodPath(level.first))
    await expectPlayedTo(0.5)
    await page.keyboard.press('k')
    const where = `${width} ${theme} ${lang}`
    found.push(...(await findAxeViolations(page)).map((one) => `${where} ${one}`))
    const overflowPx = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    if (overflowPx > 0) found.push(`${where} is ${overflowPx} px too wide`)
    found.push(...problems.splice(0).map((problem) => `${where} ${problem}`))
    await page.context().close()
  }
  expect(found).toEqual([])
})
