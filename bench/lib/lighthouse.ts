import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../../scripts/lib/chromium.mjs'

const run = promisify(execFile)
const folder = join(import.meta.dirname, '../lighthouse')
const program = join(folder, 'node_modules/lighthouse/cli/index.js')

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof categories)[number]

const maxReportBytes = 64 * 1024 * 1024

/**
 * The fields that are read from its report
 * (https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md).
 */
interface Report {
  runtimeError?: { message: string }
  categories: Partial<Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>>
  audits: Partial<Record<string, { score: number | null; numericValue?: number }>>
}

/** One audit of a page. */
export interface Audited {
  /** Out of 100. */
  scores: Record<Category, number>
  /** Simulated times in milliseconds; `cls` is a sum without a unit. */
  metrics: { fcpMs: number; lcpMs: number; tbtMs: number; speedIndexMs: number; cls: number }
  /** Audits other than performance that lost points. */
  failed: string[]
}

/** Installs Lighthouse once into the benchmark's own folder, without install scripts. */
export async function ensureLighthouse(): Promise<void> {
  if (!existsSync(program)) await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
}

/**
 * Audits a page with Lighthouse's defaults for mobile: a simulated mid-range phone on slow 4G. Uses the machine's
 * Chromium with an empty profile, and reports nothing to third parties.
 */
export async function auditPage(url: string): Promise<Audited> {
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-component-update']
  const args = [
    program,
    url,
    '--quiet',
    '--output=json',
    '--no-enable-error-reporting',
    `--only-categories=${categories.join()}`,
    '--max-wait-for-load=120000',
    `--chrome-flags=${flags.join(' ')}`,
  ]
  const env = { ...process.env, CHROME_PATH: findChromium() }
  const { stdout } = await run(process.execPath, args, { env, maxBuffer: maxReportBytes })
  const report: Report = JSON.parse(stdout)
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`)
  const score = (category: Category): number => Math.round(100 * (report.categories[category]?.score ?? Number.NaN))
  const value = (audit: string): number => report.audits[audit]?.numericValue ?? Number.NaN
  const costs = categories
    .filter((category) => category !== 'performance')
    .flatMap((category) => report.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    metrics: {
      fcpMs: value('first-contentful-paint'),
      lcpMs: value('largest-contentful-paint'),
      tbtMs: value('total-blocking-time'),
      speedIndexMs: value('speed-index'),
      cls: value('cumulative-layout-shift'),
    },
    failed: costs.map(({ id }) => id),
  }
}
