import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from '../apps/server/src/app.ts'
import { launchBrowser } from '../e2e/browser.ts'
import { auditPage, ensureLighthouse, type Audited } from './lib/lighthouse.ts'
import { median, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'

/**
 * What Lighthouse says of the pages that people land on, with its settings for phones: the middle of three runs, on a
 * production station with the demonstration programme. About eight minutes; the first time it brings Lighthouse along.
 * Nothing else should run beside it: what takes the processor away, Lighthouse takes for the page's own work.
 */
const rounds = 3
const promised = { performance: 90, accessibility: 100, 'best-practices': 95, seo: 100 }
/** Lighthouse's own phone. */
const phone = { width: 412, height: 823, density: 1.75 }
/** Drawn posters are told of in batches; after the last one the page is made anew. */
const drawingsToldMs = 4000
const drawnMs = 120_000

const film = '全部地区/全部年份/全部/全部/全部/最新.html'

/** Ids are the station's own, so a title is found as people find it. */
async function pagesOf(origin: string): Promise<Record<string, string>> {
  const category = await (await fetch(`${origin}/tabs/1`)).text()
  const details = /href="(\/details\/1\/\d+)"/.exec(category)?.[1]
  if (details === undefined) throw new Error('the category shows no title')
  return {
    home: '/',
    browse: encodeURI(`/nav/电影/${film}`),
    details,
    search: '/search',
    // Search engines are told not to show what somebody searched for: `is-crawlable` is meant to fail here.
    results: `/search?q=${encodeURIComponent('北')}`,
  }
}

/** Pictures are drawn when they are first asked for; what is measured is every visit but the first. */
async function haveDrawn(urls: readonly string[]): Promise<void> {
  const browser = await launchBrowser()
  const page = await browser.newPage({ viewport: phone, deviceScaleFactor: phone.density })
  for (const url of urls) await page.goto(url, { waitUntil: 'networkidle', timeout: drawnMs })
  await browser.close()
}

const tries = 3

/** Chromium now and then loses the beginning of a trace. */
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
if (!existsSync(join(webBuildDir, 'server'))) throw new Error('the pages are not built: npm run check builds them')
await ensureLighthouse()
const { platform, station, close } = await openScratchStation()
await station.demo.add()
const app = await buildApp(platform, station, { webBuildDir })
const { origin } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
try {
  const pages = await pagesOf(origin)
  await haveDrawn(Object.values(pages).map((path) => origin + path))
  await new Promise((resolve) => setTimeout(resolve, drawingsToldMs))
  for (const [page, path] of Object.entries(pages)) {
    const runs: Audited[] = []
    for (let count = 0; count < rounds; count++) runs.push(await auditAgain(origin + path))
    report('lighthouse', { page, ...figuresOf(runs), promised })
  }
} finally {
  await app.close()
  await close()
}
