import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, noMotion } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { visit } from './page-load.ts'
import { openTestStation } from './test-station.ts'

/** The worst picture below the header: what is readable over white can be read over any. */

let station: TestStation
let browser: Browser
let white: Buffer
let paths: Record<string, string>

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation({ withDemo: true }), launchBrowser()])
  white = await sharp({ create: { width: 16, height: 9, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const tabs = await (await fetch(`${station.url}/tabs/1`)).text()
  const details = /\/details\/1\/\d+/.exec(tabs)?.[0] ?? ''
  paths = { home: '/', details }
})
afterAll(async () => {
  await browser.close()
  await station.close()
})

interface Text {
  text: string
  /** Of its own and of the elements around it. */
  opacity: number
  /** Red, green and blue, 0 to 255, and alpha, 0 to 1. */
  colour: readonly [number, number, number, number]
  box: { x: number; y: number; width: number; height: number }
  isIcon: boolean
}

/** Script: what the header says, and where. */
const headerTexts = `(() => {
  const found = []
  for (const element of document.querySelectorAll('header :is(a, button, input, span, svg)')) {
    const isIcon = element instanceof SVGElement
    if (element.closest('[class*=panel]')) continue
    const text = isIcon ? 'icon' : element.placeholder || [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join('')
    if (text.trim() === '' || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    let opacity = 1
    for (let each = element; each; each = each.parentElement) opacity *= Number(getComputedStyle(each).opacity)
    const range = document.createRange()
    range.selectNodeContents(element)
    const rect = isIcon || element.placeholder ? element.getBoundingClientRect() : range.getBoundingClientRect()
    if (rect.width < 4 || rect.right > innerWidth || rect.left < 0) continue
    const style = element.placeholder ? getComputedStyle(element, '::placeholder') : getComputedStyle(element)
    const [red, green, blue, alpha = 1] = style.color.match(/[\\d.]+/g).map(Number)
    found.push({ text, opacity, isIcon, colour: [red, green, blue, alpha], box: { x: rect.x, y: rect.y, width: rect.width, height: rect.height } })
  }
  return found
})()`

/** What is left of the header without its words. */
const withoutWords =
  'header *, header ::placeholder { color: transparent !important } header :is(img, svg), header ::after { visibility: hidden }'

const luminanceOf = (rgb: readonly number[]): number => {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of a text with the brightest place behind it (WCAG 2.2). */
function contrastOf({ colour, opacity }: Text, behind: readonly number[]): number {
  const [red, green, blue, alpha] = colour
  const share = alpha * opacity
  const shown = [red, green, blue].map((value, at) => value * share + (behind[at] ?? 0) * (1 - share))
  const [dark = 0, bright = 0] = [luminanceOf(shown), luminanceOf(behind)].toSorted((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

async function brightestIn(picture: Sharp, { x, y, width, height }: Text['box']): Promise<number[]> {
  const area = {
    left: Math.floor(x),
    top: Math.max(0, Math.floor(y)),
    width: Math.ceil(width),
    height: Math.ceil(height),
  }
  const { channels } = await sharp(await picture.clone().extract(area).png().toBuffer()).stats()
  return channels.slice(0, 3).map(({ max }) => max)
}

/** The words that are hard to read, one a line. */
async function findPale(page: Page): Promise<string[]> {
  const texts = await page.evaluate<Text[]>(headerTexts)
  expect(texts.length).toBeGreaterThan(2)
  const style = await page.addStyleTag({ content: withoutWords })
  const picture = sharp(await page.screenshot())
  await style.evaluate((element) => element.remove())
  const pale: string[] = []
  for (const text of texts) {
    const contrast = contrastOf(text, await brightestIn(picture, text.box))
    if (contrast < (text.isIcon ? 3 : 4.5)) pale.push(`${text.text} ${contrast.toFixed(2)}`)
  }
  return pale
}

async function openOverWhite(width: number, theme: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width, height: 740 }, ...noMotion })
  await context.addCookies([{ name: 'theme', value: theme, url: station.url }])
  await context.route('**/media/**', (route) => route.fulfill({ body: white, contentType: 'image/png' }))
  return context
}

for (const theme of ['b', 'w']) {
  test(`[A16] the header can be read over a white picture, wherever the page is scrolled (skin ${theme})`, async () => {
    const pale: string[] = []
    for (const width of [360, 1280]) {
      const context = await openOverWhite(width, theme)
      const page = await context.newPage()
      for (const [name, path] of Object.entries(paths)) {
        await visit(page, station.url + path)
        for (const top of [0, 120, 260]) {
          await page.evaluate(
            `scrollTo({ top: ${top}, behavior: 'instant' }), new Promise((go) => requestAnimationFrame(() => setTimeout(go, 50)))`,
          )
          pale.push(...(await findPale(page)).map((line) => `${name} ${width} scrolled by ${top}: ${line}`))
        }
      }
      await context.close()
    }
    expect(pale).toEqual([])
  })
}
