import type { Browser, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { findAxeViolations, findAxeViolationsInBothSkins } from './accessibility.ts'
import { noServiceWorker } from './browser.ts'
import { visit } from './page-load.ts'

/** How a page is visited. */
export interface VisitOptions {
  /** Window width in pixels; the page is also checked at `secondWidth` after resizing. */
  width: number
  secondWidth: number
  theme: 'b' | 'w'
  lang: 's' | 't'
}

export interface ExpectedPage {
  /** The expected status code. */
  status: number
  /** Whether the page is dark in both skins, as the player is. */
  isAlwaysDark: boolean
}

/** The largest allowed sum of layout shifts, as the Layout Instability API of the W3C measures them. */
const maxLayoutShift = 0.02

/** Init script. Records all layout shifts, not only the worst session window of five seconds. */
export const recordLayoutShifts = `(() => {
  const shifts = []
  const nameOf = (node) => node?.outerHTML?.slice(0, 90) ?? node?.textContent?.slice(0, 40) ?? '?'
  const record = (entries) => entries.filter((entry) => !entry.hadRecentInput).forEach(({ value, sources }) =>
    shifts.push({ value, what: sources.slice(0, 2).map(({ node }) => nameOf(node)).join(' and ') }))
  const observer = new PerformanceObserver((list) => record(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  window.layoutShifts = () => (record(observer.takeRecords()), shifts)
})()`

/** Resolves after the next frame and its scripts. */
const nextFrame = 'new Promise((go) => requestAnimationFrame(() => setTimeout(go, 20)))'
/** Scrolls by half a window and returns the previous position; null at the end of the page. */
const scrollHalfWindow = `(() => {
  const from = scrollY
  if (from + innerHeight >= document.documentElement.scrollHeight - 1) return null
  scrollBy({ top: innerHeight / 2, behavior: 'instant' })
  return from
})()`

/** Returns a function that waits until all requests but media have finished. */
function trackRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>()
  page.on('request', (request) => /\.(?:m4s|m3u8|mp4)(?:\?|$)/.test(request.url()) || pending.add(request))
  const end = (request: Request): boolean => pending.delete(request)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    do {
      await expect.poll(() => pending.size).toBe(0)
      // Scripts may make further requests.
      await page.evaluate(nextFrame)
    } while (pending.size > 0)
  }
}

/**
 * Scrolls as a reader does: by half windows, waiting for requests. Lists that load more at their end do end somewhere.
 */
async function scrollThroughPage(page: Page, waitUntilIdle: () => Promise<void>): Promise<void> {
  const positions: number[] = []
  while (positions.length < 40) {
    const from = await page.evaluate<number | null>(scrollHalfWindow)
    if (from === null) break
    positions.push(from)
    await waitUntilIdle()
  }
  for (const top of positions.toReversed())
    await page.evaluate(`scrollTo({ top: ${top}, behavior: 'instant' }), ${nextFrame}`)
}

/** Other hosts in addresses that the document loads. */
const otherHosts = `[...document.querySelectorAll('[src], link[href]')]
  .map((element) => new URL(element.getAttribute('src') ?? element.getAttribute('href'), document.baseURI))
  .filter(({ protocol, host }) => /^(http|ws)s?:$/.test(protocol) && host !== location.host)
  .map(({ href }) => href)`

const overflowPx = 'document.documentElement.scrollWidth - innerWidth'

function collectProblems(page: Page, url: string, isFound: boolean, problems: string[]): void {
  const { host } = new URL(url)
  const checkAddress = (address: string): void => {
    const parsed = new URL(address)
    if (/^(http|ws)s?:$/.test(parsed.protocol) && parsed.host !== host) problems.push(`asks ${address}`)
  }
  page.on('request', (request) => checkAddress(request.url()))
  page.on('websocket', (socket) => checkAddress(socket.url()))
  page.on('pageerror', (err) => problems.push(err.message))
  page.on('console', (message) => {
    // The browser itself logs a page's 404.
    const isOwn = !isFound && message.location().url === url
    if (message.type() === 'error' && !isOwn) problems.push(message.text())
  })
}

/** The layout shifts since the page loaded, one a line; none if their sum is allowed. */
export async function findLayoutShifts(page: Page): Promise<string[]> {
  const shifts = await page.evaluate<{ value: number; what: string }[]>('window.layoutShifts()')
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  if (sum <= maxLayoutShift) return []
  return [`moves by ${sum.toFixed(3)}`, ...shifts.map(({ value, what }) => `moves by ${value.toFixed(3)}: ${what}`)]
}

/**
 * Loads a page in a new context, scrolls to its end and back, and returns the problems found, one a line: accessibility
 * violations, layout shifts, requests to other hosts, errors, horizontal overflow, another address than the visited one.
 */
export async function visitPage(
  browser: Browser,
  url: string,
  options: VisitOptions,
  expected: ExpectedPage,
): Promise<string[]> {
  const { status, isAlwaysDark } = expected
  const { width, secondWidth, theme, lang } = options
  const problems: string[] = []
  const isPhone = width < 600
  const context = await browser.newContext({
    viewport: { width, height: isPhone ? 740 : 900 },
    hasTouch: isPhone,
    ...noServiceWorker,
  })
  try {
    await context.addCookies(Object.entries({ theme, lang }).map(([name, value]) => ({ name, value, url })))
    await context.addInitScript(recordLayoutShifts)
    const page = await context.newPage()
    collectProblems(page, url, status < 400, problems)
    const waitUntilIdle = trackRequests(page)
    const response = await visit(page, url)
    if (response?.status() !== status) problems.push(`is answered with ${response?.status()}`)
    await waitUntilIdle()
    if (page.url() !== new URL(url).href) problems.push(`leads to ${page.url()}`)
    await scrollThroughPage(page, waitUntilIdle)
    await waitUntilIdle()
    problems.push(...(await findLayoutShifts(page)))
    if ((await page.evaluate<string>('document.compatMode')) !== 'CSS1Compat') problems.push('has no document type')
    problems.push(...(await page.evaluate<string[]>(otherHosts)).map((address) => `names ${address}`))
    // Colours in transition belong to neither skin.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    problems.push(...(await (isAlwaysDark ? findAxeViolations(page) : findAxeViolationsInBothSkins(page))))
    for (const size of [width, secondWidth]) {
      await page.setViewportSize({ width: size, height: 900 })
      const tooWide = await page.evaluate<number>(overflowPx)
      if (tooWide > 0) problems.push(`is ${tooWide} px too wide at ${size}`)
    }
    return problems.map((line) => `${width} ${theme} ${lang} ${line}`)
  } finally {
    await context.close()
  }
}
