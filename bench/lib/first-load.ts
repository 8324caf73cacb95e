import { gzipSync } from 'node:zlib'
import type { Browser, CDPSession, Page } from 'playwright-core'

export interface Screen {
  width: number
  height: number
  /** Device pixels per CSS pixel. */
  density: number
}

export interface Resource {
  path: string
  beginMs: number
  /** Time of the first byte. */
  answerMs: number
  endMs: number
  /** Transferred bytes. */
  bytes: number
  /** Request priority in Chromium. */
  priority: string
}

/** The first load of a page. Times in milliseconds since the navigation. */
export interface FirstLoad {
  fcpMs: number
  lcpMs: number
  /** URL of the largest picture; empty for text. */
  lcpPicture: string
  /** Cumulative layout shift. */
  cls: number
  /** Gzip bytes of the scripts that had arrived, or had started to, at first paint. */
  scriptBytesBeforePaint: number
  /** Gzip bytes of all scripts of the first load. */
  scriptBytes: number
  /** Transferred bytes of all resources, compressed. */
  transferredBytes: number
  waterfall: Resource[]
}

const limitMs = 60_000

interface Seen {
  fcpMs: number
  lcpMs: number
  lcpPicture: string
  cls: number
  resources: Omit<Resource, 'priority'>[]
}

/** Runs in the page before its own scripts. */
const observe = `(() => {
  const seen = { lcpMs: 0, lcpPicture: '', cls: 0 }
  window.firstLoadSeen = seen
  const watch = (type, see) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime, url }) => Object.assign(seen, { lcpMs: startTime, lcpPicture: url }))
  watch('layout-shift', ({ value }) => { seen.cls += value })
})()`

/** Whether everything has loaded and nothing has changed for a second. */
const isSettled = `(() => {
  const seen = window.firstLoadSeen
  const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy')
  const isWhole = seen.lcpMs > 0 && pictures.length > 0 && pictures.every(({ complete }) => complete)
  const state = [isWhole, seen.lcpMs, performance.getEntriesByType('resource').length].join()
  if (state !== seen.state) Object.assign(seen, { state, sinceMs: performance.now() })
  return isWhole && performance.now() - seen.sinceMs > 1000
})()`

const read = `({
  ...window.firstLoadSeen,
  fcpMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  resources: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
    ({ name, startTime, responseStart, responseEnd, encodedBodySize }) => ({
      path: name.slice(location.origin.length),
      beginMs: startTime,
      answerMs: responseStart,
      endMs: responseEnd,
      bytes: encodedBodySize,
    }),
  ),
})`

/** Loads a page with an empty cache on a CPU slowed down by `cpuRate`, and waits until it is idle. */
export async function firstLoad(browser: Browser, url: string, screen: Screen, cpuRate: number): Promise<FirstLoad> {
  const { width, height, density } = screen
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: density })
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
    const priorities = await watchPriorities(cdp)
    const scripts = watchScripts(page)
    await page.addInitScript(observe)
    const response = await page.goto(url, { waitUntil: 'load', timeout: limitMs })
    if (response?.status() !== 200) throw new Error(`${url} was answered with status ${response?.status()}`)
    await waitUntilSettled(page)
    const { resources, ...seen } = await page.evaluate<Seen>(read)
    const waterfall = resources.map((one) => ({ ...one, priority: priorities.get(one.path) ?? '' }))
    const bytesOf = await Promise.all(
      waterfall.map(async (one) => ({ ...one, gzip: (await scripts.get(one.path)) ?? 0 })),
    )
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
    return {
      ...seen,
      lcpPicture: pathOf(seen.lcpPicture),
      scriptBytesBeforePaint: sum(bytesOf.map(({ gzip, answerMs }) => (answerMs <= seen.fcpMs ? gzip : 0))),
      scriptBytes: sum(bytesOf.map(({ gzip }) => gzip)),
      transferredBytes: sum(waterfall.map(({ bytes }) => bytes)),
      waterfall,
    }
  } finally {
    await context.close()
  }
}

async function waitUntilSettled(page: Page): Promise<void> {
  const endMs = performance.now() + limitMs
  while (!(await page.evaluate<boolean>(isSettled))) {
    if (performance.now() > endMs) throw new Error(`${page.url()} did not become idle`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const pathOf = (address: string): string => address.replace(/^https?:\/\/[^/]+/, '')

async function watchPriorities(cdp: CDPSession): Promise<Map<string, string>> {
  const priorities = new Map<string, string>()
  cdp.on('Network.requestWillBeSent', ({ request }) => {
    priorities.set(pathOf(request.url), request.initialPriority)
  })
  await cdp.send('Network.enable')
  return priorities
}

/** Gzip bytes of each script by its path. */
function watchScripts(page: Page): Map<string, Promise<number>> {
  const scripts = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    scripts.set(
      pathOf(response.url()),
      response.body().then((body) => gzipSync(body).length),
    )
  })
  return scripts
}
