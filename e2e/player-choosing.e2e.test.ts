import { describe, expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import {
  asksFor,
  assets,
  expectPlayedTo,
  films,
  level,
  open,
  openBrowser,
  page,
  problems,
  seekTo,
  stayAtPlayer,
  video,
  vodPath,
  wake,
} from './player-pages.ts'

stayAtPlayer({ withLadder: true })

describe('choosing', () => {
  test('[F08] a quality is chosen, shown, and remembered', async () => {
    await openBrowser()
    await open(vodPath(level.first))
    await expectPlayedTo(1)
    await wake()
    const face = page.getByRole('button', { name: /清晰度/ })
    await expect.poll(() => face.textContent()).toMatch(/^自动 (?:480|360)P$/)
    await face.click()
    await expect.poll(() => page.getByRole('menuitemradio').allTextContents()).toEqual(['480P', '360P', '自动'])
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
    await page.getByRole('button', { name: '選集', exact: true }).first().waitFor()
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

const looks = [
  { width: 360, theme: 'w', lang: 's' },
  { width: 1280, theme: 'b', lang: 't' },
]

// What is around the player, and other widths, are looked at with all pages.
test('[A16] with all that can be chosen the player has no barrier, no error and no sideways scroll in either skin and script', async () => {
  const found: string[] = []
  for (const { width, theme, lang } of looks) {
    await openBrowser({ bypassCSP: true, viewport: { width, height: 900 }, cookies: { theme, lang } })
    await open(vodPath(level.first))
    await expectPlayedTo(0.5)
    await page.keyboard.press('k')
    const where = `${width} ${theme} ${lang}`
    found.push(...(await findBarriers(page)).map((one) => `${where} ${one}`))
    const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    if (overhang > 0) found.push(`${where} is ${overhang} px too wide`)
    found.push(...problems.splice(0).map((problem) => `${where} ${problem}`))
    await page.context().close()
  }
  expect(found).toEqual([])
})
