import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, noMotion } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { visit } from './page-load.ts'
import { recordLayoutShifts } from './page-visit.ts'
import { openTestStation } from './test-station.ts'

/** A system without Chinese serif fonts: fonts are configured for one browser by the environment. */
const fontsWithoutSerif = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include>/etc/fonts/fonts.conf</include>
  <selectfont><rejectfont><glob>*Serif*CJK*</glob></rejectfont></selectfont>
</fontconfig>`

let station: TestStation
let folder: string
/** By whether the system has a Chinese serif. */
const browsers = new Map<boolean, Browser>()
let detailsPath: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'yunmu-fonts-'))
  const config = join(folder, 'fonts.conf')
  writeFileSync(config, fontsWithoutSerif)
  station = await openTestStation({ withDemo: true })
  browsers.set(true, await launchBrowser())
  browsers.set(false, await launchBrowser([], { FONTCONFIG_FILE: config }))
  const tabs = await (await fetch(`${station.url}/tabs/1`)).text()
  detailsPath = /\/details\/1\/\d+/.exec(tabs)?.[0] ?? ''
})
afterAll(async () => {
  for (const browser of browsers.values()) await browser.close()
  await station.close()
  rmSync(folder, { recursive: true })
})

interface Visited {
  page: Page
  /** How many files of the font the page has requested. */
  requestCount: () => number
  /** Those that it has received. */
  files: Response[]
  /** Lets the page receive them. */
  deliver: () => void
}

async function open(path: string, lang: 's' | 't', hasSerif: boolean): Promise<Visited> {
  const context = await browsers.get(hasSerif)?.newContext({ viewport: { width: 1280, height: 800 }, ...noMotion })
  if (!context) throw new Error('no browser')
  await context.addCookies([{ name: 'lang', value: lang, url: station.url }])
  await context.addInitScript(recordLayoutShifts)
  const page = await context.newPage()
  const files: Response[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  let requestCount = 0
  await page.route('**/fonts/**', (route) => {
    requestCount += 1
    return promise.then(() => route.continue())
  })
  page.on('response', (response) => response.url().includes('/fonts/') && files.push(response))
  await visit(page, station.url + path)
  return { page, requestCount: () => requestCount, files, deliver: resolve }
}

/** The fonts in which the browser has drawn an element, with the number of glyphs of each. */
async function fontsOf(page: Page, selector: string): Promise<Record<string, number>> {
  const client = await page.context().newCDPSession(page)
  await client.send('DOM.enable')
  await client.send('CSS.enable')
  const { root } = await client.send('DOM.getDocument')
  const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await client.send('CSS.getPlatformFontsForNode', { nodeId })
  await client.detach()
  return Object.fromEntries(fonts.map(({ familyName, glyphCount }) => [familyName, glyphCount]))
}

/** Script: later parts of the page have moved what they move. */
const untilIdle = 'new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }))'
const faceCount = 'document.fonts.size'

test('where the system has a Chinese serif, none is requested', async () => {
  const { page, requestCount } = await open('/', 's', true)
  // The part that would request it runs when the browser is idle.
  await expect
    .poll(() =>
      page.evaluate<boolean>(
        `performance.getEntriesByType('resource').some(({ name }) => name.includes('/site-extras-'))`,
      ),
    )
    .toBe(true)
  expect(Object.keys(await fontsOf(page, 'h1, h2'))).not.toContain('Yunmu Names')
  expect(requestCount()).toBe(0)
  await page.context().close()
})

for (const lang of ['s', 't'] as const) {
  test(`where it has none, names are set in ours, with less than 60 kB and without a shift (${lang})`, async () => {
    for (const path of ['/', detailsPath]) {
      const { page, requestCount, files, deliver } = await open(path, lang, false)
      await expect.poll(requestCount).toBe(1)
      await page.evaluate(untilIdle)
      const shifts = await page.evaluate('window.layoutShifts()')
      deliver()
      await expect.poll(() => page.evaluate<number>(faceCount)).toBeGreaterThan(0)
      const title =
        path === '/' ? 'section[aria-roledescription=carousel] h1, section[aria-roledescription=carousel] h2' : 'h1'
      expect(Object.keys(await fontsOf(page, title))).toEqual(['Yunmu Names'])
      const bytes = await Promise.all(files.map(async (file) => (await file.body()).length))
      expect(files.map((file) => file.status())).toEqual(files.map(() => 200))
      expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(60_000)
      expect(await page.evaluate('window.layoutShifts()')).toEqual(shifts)
      await page.context().close()
    }
  })
}

test('the names of the next page are loaded when it comes', async () => {
  const { page, files, deliver } = await open('/rank', 's', false)
  deliver()
  await expect.poll(() => page.evaluate<number>(faceCount)).toBeGreaterThan(0)
  const before = files.length
  await page.locator('main a[href^="/details/"]').last().click()
  await page.waitForURL('**/details/**')
  await expect.poll(() => files.length).toBeGreaterThan(before)
  await expect.poll(async () => Object.keys(await fontsOf(page, 'h1'))).toEqual(['Yunmu Names'])
  await page.context().close()
})
