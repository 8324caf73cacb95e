import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, noMotion } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { visit } from './page-load.ts'
import { openTestStation } from './test-station.ts'

/**
 * Style sheets are added as pages need them, so their order depends on the pages that were visited before. No page may
 * look different because of that.
 */

let station: TestStation
let browser: Browser
let detailsPath: string

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation({ withDemo: true }), launchBrowser()])
  const tabs = await (await fetch(`${station.url}/tabs/1`)).text()
  detailsPath = /\/details\/1\/\d+/.exec(tabs)?.[0] ?? ''
})
afterAll(async () => {
  await browser.close()
  await station.close()
})

/**
 * Script: the differences in computed style between the page with its style sheets in their order, and in reverse.
 * Sizes and positions follow from other properties.
 */
const findDifferences = `(async () => {
  const inlined = [...document.querySelectorAll('style[data-href]')]
  const linked = [...document.querySelectorAll('link[rel=stylesheet]')]
  const hrefs = [...inlined.flatMap(({ dataset }) => dataset.href.split(' ')), ...linked.map(({ href }) => href)]
  const sheets = await Promise.all(hrefs.map(async (href) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(await (await fetch(href)).text())
    return sheet
  }))
  for (const { sheet } of [...inlined, ...linked]) sheet.disabled = true
  const still = new CSSStyleSheet()
  still.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important }')
  const elements = [...document.body.querySelectorAll('*')]
  const follows = /^(?:-webkit-)?(?:(?:min-|max-)?(?:width|height|inline-size|block-size)|perspective-origin|transform-origin|inset.*|top|left|right|bottom|margin.*)$/
  // What no sheet declares cannot differ: reading every property would take three times as long.
  const declaredIn = (rules) => [...rules].flatMap((rule) => [...(rule.style ?? []), ...declaredIn(rule.cssRules ?? [])])
  const declared = new Set(sheets.flatMap(({ cssRules }) => declaredIn(cssRules)))
  const names = [...declared].filter((name) => !name.startsWith('--') && !follows.test(name))
  const styles = (ordered) => {
    document.adoptedStyleSheets = [...ordered, still]
    return elements.map((element) => {
      const style = getComputedStyle(element)
      return names.map((name) => style.getPropertyValue(name))
    })
  }
  const before = styles(sheets)
  const after = styles(sheets.toReversed())
  const differences = elements.flatMap((element, at) => {
    const opening = element.outerHTML.slice(0, element.outerHTML.indexOf('>') + 1).slice(0, 120)
    return names.flatMap((name, of) =>
      before[at][of] === after[at][of] ? [] : [opening + ' ' + name + ': ' + before[at][of] + ' → ' + after[at][of]])
  })
  const counts = { sheetCount: sheets.length, elementCount: elements.length, propertyCount: names.length }
  return { ...counts, differences: differences.slice(0, 40) }
})()`

interface Found {
  sheetCount: number
  elementCount: number
  propertyCount: number
  differences: string[]
}

async function compareOrders(path: string, width: number): Promise<Found> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, ...noMotion })
  const page: Page = await context.newPage()
  await visit(page, station.url + path)
  const found = await page.evaluate<Found>(findDifferences)
  await context.close()
  return found
}

const paths: Record<string, () => string> = {
  'the home page': () => '/',
  'a category': () => '/tabs/2',
  browsing: () =>
    `/nav/${['电影', '全部地区', '全部年份', '全部', '全部', '全部', '最新'].map(encodeURIComponent).join('/')}.html`,
  'the details of a series': () => detailsPath,
  'an episode': () => `${detailsPath.replace('/details/', '/player/vod/')}/1`,
  'the rankings': () => '/rank',
  'the updates': () => '/update',
  'the guide': () => '/guide',
  'a search': () => `/search?q=${encodeURIComponent('夜')}`,
  'the page of the app': () => '/download?type=android',
  'a title that is gone': () => '/details/1/999999',
}

for (const [name, path] of Object.entries(paths)) {
  test(`[A15] ${name} looks the same in any order of its style sheets`, async () => {
    for (const width of [360, 1280]) {
      const { sheetCount, elementCount, propertyCount, differences } = await compareOrders(path(), width)
      expect(sheetCount).toBeGreaterThan(1)
      expect(elementCount).toBeGreaterThan(20)
      expect(propertyCount).toBeGreaterThan(50)
      expect(differences, `${width} pixels`).toEqual([])
    }
  })
}
