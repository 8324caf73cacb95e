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

const longestReport = 64 * 1024 * 1024

/** What is read of its report (https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md). */
interface Report {
  runtimeError?: { message: string }
  categories: Partial<Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>>
  audits: Partial<Record<string, { score: number | null; numericValue?: number }>>
}

/** One run over one page. */
export interface Audited {
  /** Out of 100. */
  scores: Record<Category, number>
  /** Times in milliseconds as simulated; `cls` is a sum without a unit. */
  metrics: { fcpMs: number; lcpMs: number; tbtMs: number; speedIndexMs: number; cls: number }
  /** What cost points outside of performance. */
  failed: string[]
}

/** Brings Lighthouse into the bench's own folder, once. No script of a package runs. */
export async function ensureLighthouse(): Promise<void> {
  if (!existsSync(program)) await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
}

/**
 * Asks Lighthouse about a page: on a phone of the middle class and a slow 4G line, both simulated, which are its
 * defaults for mobile. Chromium is the machine's own, with an empty profile. Nothing is told to anybody.
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
  const { stdout } = await run(process.execPath, args, { env, maxBuffer: longestReport })
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
