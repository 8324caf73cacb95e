import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from '../apps/server/src/app.ts'
import { launchBrowser } from '../e2e/browser.ts'
import { auditPage, ensureLighthouse, type Audited } from './lib/lighthouse.ts'
import { median, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'

/**
 * Lighthouse scores of the landing pages with its settings for phones: the median of three runs on a production station
 * with the demonstration programme. Takes about eight minutes; the first run installs Lighthouse. Run nothing else
 * meanwhile: Lighthouse attributes lost CPU time to the page.
 */
const rounds = 3
const promised = { performance: 90, accessibility: 100, 'best-practices': 95, seo: 100 }
/** Lighthouse's default phone. */
const phone = { width: 412, height: 823, density: 1.75 }
/** Generated posters are announced in batches; after the last one the page is rebuilt. */
const drawingsAnnouncedMs = 4000
const drawnMs = 120_000

const film = '全部地区/全部年份/全部/全部/全部/最新.html'

/** Ids differ between stations, so the title is found through the pages. */
async function pagesOf(origin: string): Promise<Record<string, string>> {
  const category = await (await fetch(`${origin}/tabs/1`)).text()
  const details = /href="(\/details\/1\/\d+)"/.exec(category)?.[1]
  if (details === undefined) throw new Error('the category shows no title')
  return {
    home: '/',
    browse: encodeURI(`/nav/电影/${film}`),
    details,
    search: '/search',
    // Search results are excluded from search engines, so `is-crawlable` fails here as intended.
    results: `/search?q=${encodeURIComponent('北')}`,
  }
}

/** Pictures are generated at their first request; every later visit is measured. */
async function haveDrawn(urls: readonly string[]): Promise<void> {
  const browser = await launchBrowser()
  const page = await browser.newPage({ viewport: phone, deviceScaleFactor: phone.density })
  for (const url of urls) await page.goto(url, { waitUntil: 'networkidle', timeout: drawnMs })
  await browser.close()
}

const tries = 3

/** Chromium sometimes loses the beginning of a trace. */
async function auditAgain(url: string): Promise<Audited> {
  for (let left = tries - 1; ; left--) {
    try {
      return await auditPage(url)
    } catch (err) {
      if (left === 0) throw err
    }
  }
}

const middle = (runs: readonly Audited[], of: (run: Audited) => number): number => median(runs.map(of))

function figuresOf(runs: readonly Audited[]) {
  return {
    performance: middle(runs, ({ scores }) => scores.performance),
    accessibility: middle(runs, ({ scores }) => scores.accessibility),
    bestPractices: middle(runs, ({ scores }) => scores['best-practices']),
    seo: middle(runs, ({ scores }) => scores.seo),
    fcpMs: middle(runs, ({ metrics }) => round(metrics.fcpMs, 0)),
    lcpMs: middle(runs, ({ metrics }) => round(metrics.lcpMs, 0)),
    tbtMs: middle(runs, ({ metrics }) => round(metrics.tbtMs, 0)),
    speedIndexMs: middle(runs, ({ metrics }) => round(metrics.speedIndexMs, 0)),
    cls: middle(runs, ({ metrics }) => round(metrics.cls, 3)),
    failed: [...new Set(runs.flatMap(({ failed }) => failed))],
  }
}

const webBuildDir = join(import.meta.dirname, '../apps/web/build')
if (!existsSync(join(webBuildDir, 'server'))) throw new Error('the web build is missing: npm run check builds it')
await ensureLighthouse()
const { platform, station, close } = await openScratchStation()
await station.demo.add()
const app = await buildApp(platform, station, { webBuildDir })
const { origin } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
try {
  const pages = await pagesOf(origin)
  await haveDrawn(Object.values(pages).map((path) => origin + path))
  await new Promise((resolve) => setTimeout(resolve, drawingsAnnouncedMs))
  for (const [page, path] of Object.entries(pages)) {
    const runs: Audited[] = []
    for (let count = 0; count < rounds; count++) runs.push(await auditAgain(origin + path))
    report('lighthouse', { page, ...figuresOf(runs), promised })
  }
} finally {
  await app.close()
  await close()
}
