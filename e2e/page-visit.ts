import type { Browser, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers, findBarriersInBothSkins } from './accessibility.ts'
import { hasTakenOver, workerless } from './browser.ts'

/** How somebody comes to a page. */
export interface Look {
  /** Width of the window; the page is also looked at in `wider`, which is set afterwards. */
  width: number
  wider: number
  theme: 'b' | 'w'
  lang: 's' | 't'
}

export interface Visited {
  /** With which the page is to be answered. */
  status: number
  /** Whether it is dark in both skins, as what plays is. */
  isStage: boolean
}

/** How much of a page may move by itself, as the Layout Instability API of the W3C sums it up. */
const mayMove = 0.02

/** Runs before the page's own scripts. Sums up every move, not only the worst five seconds. */
export const watchMoves = `(() => {
  const moves = []
  const nameOf = (node) => node?.outerHTML?.slice(0, 90) ?? node?.textContent?.slice(0, 40) ?? '?'
  const see = (entries) => entries.filter((entry) => !entry.hadRecentInput).forEach(({ value, sources }) =>
    moves.push({ value, what: sources.slice(0, 2).map(({ node }) => nameOf(node)).join(' and ') }))
  const observer = new PerformanceObserver((list) => see(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  window.movesSeen = () => (see(observer.takeRecords()), moves)
})()`

/** A frame later, with what scripts did in it. */
const painted = 'new Promise((go) => requestAnimationFrame(() => setTimeout(go, 20)))'
/** Goes on by half a window, and tells where it was; null at the foot. */
const scrollOn = `(() => {
  const from = scrollY
  if (from + innerHeight >= document.documentElement.scrollHeight - 1) return null
  scrollBy({ top: innerHeight / 2, behavior: 'instant' })
  return from
})()`

/** Waits until the page has all that it asked for, but for what plays, which goes on. */
function restsOf(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => /\.(?:m4s|m3u8|mp4)(?:\?|$)/.test(request.url()) || open.add(request))
  const ended = (request: Request): boolean => open.delete(request)
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return async () => {
    do {
      await expect.poll(() => open.size).toBe(0)
      // What has come may ask for more.
      await page.evaluate(painted)
    } while (open.size > 0)
  }
}

/** A reader's pace: half a window at a time, each there before the next. Lists that go on at their foot end somewhere. */
async function readToFoot(page: Page, rests: () => Promise<void>): Promise<void> {
  const stops: number[] = []
  while (stops.length < 40) {
    const from = await page.evaluate<number | null>(scrollOn)
    if (from === null) break
    stops.push(from)
    await rests()
  }
  for (const top of stops.toReversed())
    await page.evaluate(`scrollTo({ top: ${top}, behavior: 'instant' }), ${painted}`)
}

/** Other hosts that the document names in what it loads by itself. */
const hostsNamed = `[...document.querySelectorAll('[src], link[href]')]
  .map((element) => new URL(element.getAttribute('src') ?? element.getAttribute('href'), document.baseURI))
  .filter(({ protocol, host }) => /^(http|ws)s?:$/.test(protocol) && host !== location.host)
  .map(({ href }) => href)`

const overhang = 'document.documentElement.scrollWidth - innerWidth'

function watch(page: Page, url: string, isThere: boolean, found: string[]): void {
  const { host } = new URL(url)
  const seeAddress = (address: string): void => {
    const asked = new URL(address)
    if (/^(http|ws)s?:$/.test(asked.protocol) && asked.host !== host) found.push(`asks ${address}`)
  }
  page.on('request', (request) => seeAddress(request.url()))
  page.on('websocket', (socket) => seeAddress(socket.url()))
  page.on('pageerror', (err) => found.push(err.message))
  page.on('console', (message) => {
    // The browser writes down by itself that the page is not there.
    const isOwn = !isThere && message.location().url === url
    if (message.type() === 'error' && !isOwn) found.push(message.text())
  })
}

/** What has moved since the page began, one line each; nothing where all of it together is little. */
export async function movesOf(page: Page): Promise<string[]> {
  const moves = await page.evaluate<{ value: number; what: string }[]>('window.movesSeen()')
  const sum = moves.reduce((total, { value }) => total + value, 0)
  if (sum <= mayMove) return []
  return [`moves by ${sum.toFixed(3)}`, ...moves.map(({ value, what }) => `moves by ${value.toFixed(3)}: ${what}`)]
}

/**
 * Comes to a page for the first time, reads to its foot and back, and tells what is wrong with it, one line each:
 * what keeps somebody out, what moves, what is asked of other hosts, errors, what is wider than the window.
 */
export async function visitPage(browser: Browser, url: string, look: Look, visited: Visited): Promise<string[]> {
  const { status, isStage } = visited
  const { width, wider, theme, lang } = look
  const found: string[] = []
  const isPhone = width < 600
  const context = await browser.newContext({
    viewport: { width, height: isPhone ? 740 : 900 },
    hasTouch: isPhone,
    ...workerless,
  })
  try {
    await context.addCookies(Object.entries({ theme, lang }).map(([name, value]) => ({ name, value, url })))
    await context.addInitScript(watchMoves)
    const page = await context.newPage()
    watch(page, url, status < 400, found)
    const rests = restsOf(page)
    const response = await page.goto(url)
    if (response?.status() !== status) found.push(`is answered with ${response?.status()}`)
    await expect.poll(() => page.evaluate<boolean>(hasTakenOver)).toBe(true)
    await rests()
    await readToFoot(page, rests)
    await rests()
    found.push(...(await movesOf(page)))
    found.push(...(await page.evaluate<string[]>(hostsNamed)).map((address) => `names ${address}`))
    // What is on its way from one colour to another has neither.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    found.push(...(await (isStage ? findBarriers(page) : findBarriersInBothSkins(page))))
    for (const size of [width, wider]) {
      await page.setViewportSize({ width: size, height: 900 })
      const tooWide = await page.evaluate<number>(overhang)
      if (tooWide > 0) found.push(`is ${tooWide} px too wide at ${size}`)
    }
    return found.map((line) => `${width} ${theme} ${lang} ${line}`)
  } finally {
    await context.close()
  }
}
