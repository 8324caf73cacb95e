import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from '../e2e/browser.ts'
import { buildApp } from '../apps/server/src/app.ts'
import { firstLoad, type FirstLoad, type Screen } from './lib/first-load.ts'
import { median, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'
import { openSlowLine } from './lib/slow-line.ts'
import { serveSpa, spaPath } from './spa/serve-spa.ts'

/**
 * Largest contentful paint of the home page on a slow connection and CPU, compared with the same page as a plain
 * single-page application: same components, calls, pictures, compression and server, interleaved in one run. Takes
 * about three minutes. `-- --waterfall` also prints the requests of a median run of each.
 */
const rounds = 5
const cpuRate = 4
const slow4g = { downBitsPerSec: 1.6e6, roundTripMs: 150 }
const screens: Record<string, Screen> = {
  phone: { width: 390, height: 844, density: 2 },
  desktop: { width: 1440, height: 900, density: 1 },
}
const variants = { ours: '/', spa: spaPath } as const
type Variant = keyof typeof variants
const promised = 'LCP ratio ≤ 0.6, ≤ 130 kB gzip of JavaScript before first paint'
/** Generated posters are announced in batches; after the last one the page is rebuilt. */
const drawingsAnnouncedMs = 4000

type Visit = (variant: Variant, screen: Screen) => Promise<FirstLoad>

/** Visits of both variants are interleaved, so that both get the same machine conditions. */
async function measure(visit: Visit, screen: Screen): Promise<Record<Variant, FirstLoad[]>> {
  const loads: Record<Variant, FirstLoad[]> = { ours: [], spa: [] }
  for (let count = 0; count < rounds; count++) {
    loads.spa.push(await visit('spa', screen))
    loads.ours.push(await visit('ours', screen))
  }
  return loads
}

const middle = (loads: readonly FirstLoad[], of: (load: FirstLoad) => number): number => median(loads.map(of))

function figuresOf(loads: readonly FirstLoad[]) {
  const pictures = new Set(loads.map(({ lcpPicture }) => lcpPicture))
  return {
    lcpMs: round(
      middle(loads, ({ lcpMs }) => lcpMs),
      0,
    ),
    fcpMs: round(
      middle(loads, ({ fcpMs }) => fcpMs),
      0,
    ),
    cls: round(
      middle(loads, ({ cls }) => cls),
      3,
    ),
    jsGzipKbBeforeFirstPaint: round(middle(loads, (load) => load.scriptBytesBeforePaint) / 1000, 1),
    jsGzipKbOfFirstLoad: round(middle(loads, (load) => load.scriptBytes) / 1000, 1),
    transferredKb: round(middle(loads, (load) => load.transferredBytes) / 1000, 0),
    lcpOf: [...pictures].join(' '),
  }
}

function printWaterfall(title: string, loads: readonly FirstLoad[]): void {
  const { waterfall } = loads.toSorted((one, other) => one.lcpMs - other.lcpMs)[Math.floor(loads.length / 2)] ?? {}
  console.log(`${title}: start, first byte, end (ms), bytes, priority`)
  for (const { beginMs, answerMs, endMs, bytes, priority, path } of waterfall ?? []) {
    const times = [beginMs, answerMs, endMs, bytes].map((value) => value.toFixed(0).padStart(7)).join('')
    console.log(`${times}  ${priority.padEnd(8)} ${path.slice(0, 90)}`)
  }
}

const webBuildDir = join(import.meta.dirname, '../apps/web/build')
if (!existsSync(join(webBuildDir, 'server'))) throw new Error('the web build is missing: npm run check builds it')
const work = await mkdtemp(join(tmpdir(), 'yunmu-bench-spa-'))
const { platform, station, close } = await openScratchStation()
await station.demo.add()
const app = await buildApp(platform, station, { webBuildDir })
await serveSpa(app, work, platform.secrets.siteKey)
const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
const line = await openSlowLine(Number(address.port), slow4g)
const browser = await launchBrowser()
try {
  const visitFast: Visit = (variant, screen) => firstLoad(browser, `${address.origin}${variants[variant]}`, screen, 1)
  const visitSlow: Visit = (variant, screen) =>
    firstLoad(browser, `${line.origin}${variants[variant]}`, screen, cpuRate)
  for (const screen of Object.values(screens)) await visitFast('ours', screen)
  await new Promise((resolve) => setTimeout(resolve, drawingsAnnouncedMs))

  for (const [name, screen] of Object.entries(screens)) {
    await visitFast('spa', screen)
    await visitFast('ours', screen)
    const { ours, spa } = await measure(visitSlow, screen)
    if (process.argv.includes('--waterfall')) {
      printWaterfall(`${name}, ours`, ours)
      printWaterfall(`${name}, plain SPA`, spa)
    }
    const [a, b] = [figuresOf(ours), figuresOf(spa)]
    const ratio = { lcpRatio: round(a.lcpMs / b.lcpMs), fcpRatio: round(a.fcpMs / b.fcpMs) }
    report('first-paint', { screen: name, ...ratio, ours: a, spa: b, promised })
  }
} finally {
  await browser.close()
  await line.close()
  await app.close()
  await close()
  await rm(work, { recursive: true, force: true })
}
