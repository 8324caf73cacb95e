import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { findAxeViolations } from '../accessibility.ts'
import {
  expectPlayedTo,
  expectRecord,
  level,
  notice,
  open,
  openBrowser,
  page,
  problems,
  records,
  seekTo,
  setUpPlayerStation,
  station,
  title,
  video,
  vodPath,
} from './player-pages.ts'

setUpPlayerStation()

const opener = () => page.getByRole('main').getByRole('button', { name: '分享' }).last()
const panel = () => page.getByRole('dialog', { name: '分享' })
const poster = () => panel().locator('canvas[data-poster]')
const link = async (): Promise<URL> =>
  new URL((await panel().locator('[data-share-url]').getAttribute('data-share-url')) ?? '')
const expectDrawn = (): Promise<void> => panel().locator('canvas[data-poster=drawn]').waitFor()
/** The middle of the poster's picture as a text, to notice that another one was drawn. */
const drawing = (): Promise<string> =>
  page.evaluate<string>(`document.querySelector('canvas[data-poster]').toDataURL('image/jpeg', 0.3)`)

async function openPanel(path: string): Promise<void> {
  await open(path)
  await expectPlayedTo(11)
  await opener().click()
  await expectDrawn()
}

describe('sharing at the player', () => {
  test('pauses, and offers the link at this second, which can be left out', async () => {
    await openBrowser({ permissions: ['clipboard-read', 'clipboard-write'] })
    await openPanel(vodPath(level.first, '?t=10'))
    expect((await video()).isPaused).toBe(true)
    const { origin, pathname, searchParams } = await link()
    expect([origin, pathname]).toEqual([station.url, vodPath(level.first)])
    const sec = Number(searchParams.get('t'))
    expect(sec).toBe(Math.floor((await video()).sec))
    expect(await poster().getAttribute('data-poster-url')).toBe((await link()).href)
    await panel().getByRole('button', { name: '复制', exact: true }).click()
    await panel().getByRole('button', { name: '已复制' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe((await link()).href)
    await panel()
      .getByRole('checkbox', { name: `从 00:${sec} 开始` })
      .uncheck()
    expect((await link()).search).toBe('')
    await expect.poll(() => poster().getAttribute('data-poster-url')).toBe((await link()).href)
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
    await expectPlayedTo(sec + 1)
    expect(problems).toEqual([])
  })

  test('by keyboard: pictures around this second, what is said there, and back to the button', async () => {
    await openBrowser()
    await openPanel(vodPath(level.first, '?t=10'))
    expect(await findAxeViolations(page)).toEqual([])
    const pictures = panel().getByRole('radio', { name: /第 \d 张画面/ })
    await expect.poll(() => pictures.count(), { timeout: 60_000 }).toBe(4)
    const before = await drawing()
    await pictures.first().focus()
    await page.keyboard.press('ArrowRight')
    expect(await pictures.nth(1).isChecked()).toBe(true)
    await expect.poll(drawing).not.toBe(before)
    const said = panel().getByRole('radio', { name: /第\d+秒的话/ })
    expect(await said.count()).toBe(3)
    expect(await said.first().isChecked()).toBe(true)
    await said.first().focus()
    await page.keyboard.press('ArrowUp')
    expect(await panel().getByRole('radio', { name: '不加文案' }).isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(`document.activeElement?.textContent.trim()`)).toBe('分享')
    expect(problems).toEqual([])
  })

  test('saves the poster as a picture of 1200 × 1920 pixels', async () => {
    await openBrowser()
    await openPanel(vodPath(level.first, '?t=10'))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel().getByRole('button', { name: '保存图片' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^北屿灯塔 第 1 集　守灯人 00-1\d\.jpg$/)
    const { format, width, height } = await sharp(await readFile(await download.path())).metadata()
    expect([format, width, height]).toEqual(['jpeg', 1200, 1920])
  })

  test('a phone hands the picture to the system, in traditional characters too', async () => {
    await openBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await page.addInitScript(`navigator.canShare = () => true
      navigator.share = ({ url, files }) => {
        window.shared = { url, types: files.map(({ type }) => type) }
        return Promise.resolve()
      }`)
    await openPanel(vodPath(level.first, '?t=10&lang=t'))
    await panel().getByRole('button', { name: '發給朋友' }).click()
    await expect.poll(() => page.evaluate('window.shared')).toMatchObject({ types: ['image/jpeg'] })
    expect(await page.evaluate('window.shared.url')).toBe((await link()).href)
  })

  test('if the poster cannot be drawn, that is said, the link works, and it can be tried again', async () => {
    await openBrowser({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.route(/\/media\/art\/.*w=(300|960)/, (route) => route.abort())
    await open(`/details/${title.pidId}/${title.id}`)
    await opener().click()
    await panel().getByText('海报生成失败，链接仍可使用').waitFor()
    expect((await link()).href).toBe(`${station.url}/details/${title.pidId}/${title.id}`)
    expect(await panel().getByRole('checkbox').count()).toBe(0)
    await page.unroute(/\/media\/art\/.*w=(300|960)/)
    await panel().getByRole('button', { name: '重试' }).click()
    await expectDrawn()
  })

  test('without a clipboard the link is selected', async () => {
    await openBrowser()
    await page.addInitScript(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`)
    await openPanel(vodPath(level.first, '?t=10'))
    await panel().getByRole('button', { name: '复制', exact: true }).click()
    await panel().getByText('链接已选中').waitFor()
    expect(await page.evaluate('String(getSelection())')).toContain(vodPath(level.first))
  })
})

describe('whoever follows the link', () => {
  test('starts at that second, can start over, and keeps the own position at first', async () => {
    await openBrowser()
    await open(vodPath(level.second))
    await expectRecord()
    await seekTo(30)
    await expect.poll(async () => (await records())[0]?.currentTime ?? 0).toBeGreaterThan(29)
    await open('/')
    const own = await records()
    await open(vodPath(level.second, '?t=12'))
    await notice('resume').filter({ hasText: '从 00:12 开始' }).waitFor()
    await expectPlayedTo(14)
    await page.keyboard.press('k')
    await expect.poll(async () => (await video()).isPaused).toBe(true)
    expect(await records()).toEqual(own)
    await page.keyboard.press('k')
    await notice('resume').getByRole('button', { name: '从头看' }).click()
    await expect.poll(async () => (await video()).sec).toBeLessThan(10)
  })
})
