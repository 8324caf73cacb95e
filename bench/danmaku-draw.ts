import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, CDPSession } from 'playwright-core'
import { launchBrowser, autoplayArgs } from '../e2e/browser.ts'
import { openDanmakuStage, sides, type BurstText, type DanmakuStage, type Side } from './lib/danmaku-stage.ts'
import { cpuMsOf, mainThreadCpuMsOf } from './lib/process-cpu.ts'
import { percentile, report, round } from './lib/report.ts'
import { seededRandom } from './lib/seeded-random.ts'
import { inventName } from './lib/title-names.ts'

/**
 * How smoothly danmaku move over a playing video, and their cost on the main thread: the same burst within a second,
 * with our engine, artplayer-plugin-danmuku, and danmaku with DOM elements and with a canvas, interleaved in one run,
 * each in its own page. Measured for two and a half seconds after the burst, when all of them are on the picture.
 * Arguments: number of rounds, then engines by name. Takes about six minutes.
 */
const rounds = Number(process.argv[2] ?? 3)
const chosen = sides.filter((side) => (process.argv[3] ?? sides.join()).split(',').includes(side))
const counts = (process.argv[4] ?? '100,500,2000').split(',').map(Number)
const promised = '2,000 at ≥ 58 fps without a late frame; main thread ≤ 0.9 × the best of the others at 500'
const [burstFromSec, burstSec, restSec, windowMs] = [2, 1, 0.5, 2500]
/** Frames later than this are visibly dropped at 60 per second. */
const lateMs = 25

interface Run {
  shown: number
  framesMs: number[]
  mainMs: number
  allMs: number
}

function burst(count: number): BurstText[] {
  const random = seededRandom(count)
  return Array.from({ length: count }, (_, at) => ({
    text: `${inventName(random)}${random() < 0.5 ? inventName(random) : ''}`,
    time: burstFromSec + (burstSec * at) / count,
  }))
}

const watchFrames = `new Promise((resolve) => {
  const marks = []
  const look = (at) => {
    marks.push(at)
    if (at - marks[0] < ${windowMs}) requestAnimationFrame(look)
    else resolve({ marks, shown: countShown() })
  }
  requestAnimationFrame(look)
})`

/**
 * CPU time of the main threads of the page's processes, and of all browser processes. Read from the scheduler: the
 * browser's own task time omits canvases that are painted between tasks, and includes waiting for a CPU used by others.
 */
async function spent(browser: CDPSession): Promise<{ mainMs: number; allMs: number }> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo')
  const pages = processInfo.filter(({ type }) => type === 'renderer')
  return {
    mainMs: pages.reduce((sum, { id }) => sum + mainThreadCpuMsOf(id), 0),
    allMs: processInfo.reduce((sum, { id }) => sum + cpuMsOf(id), 0),
  }
}

async function draw(browser: Browser, stage: DanmakuStage, side: Side, count: number): Promise<Run> {
  stage.show(side, burst(count))
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  try {
    const page = await context.newPage()
    page.on('pageerror', (error) => console.error(side, error.message))
    await page.goto(stage.url)
    await page.waitForFunction(`globalThis.isReady && video.currentTime >= ${burstFromSec + burstSec + restSec}`)
    const session = await browser.newBrowserCDPSession()
    const before = await spent(session)
    const { marks, shown } = await page.evaluate<{ marks: number[]; shown: number }>(watchFrames)
    const after = await spent(session)
    await session.detach()
    const framesMs = marks.slice(1).map((at, index) => at - (marks[index] ?? at))
    return { shown, framesMs, mainMs: after.mainMs - before.mainMs, allMs: after.allMs - before.allMs }
  } finally {
    await context.close()
  }
}

/** Figures of each round, in order. */
function figuresOf(runs: readonly Run[]) {
  const of = (figure: (run: Run & { elapsedMs: number }) => number, digits: number): number[] =>
    runs.map((run) => round(figure({ ...run, elapsedMs: run.framesMs.reduce((sum, ms) => sum + ms, 0) }), digits))
  return {
    shown: of(({ shown }) => shown, 0),
    fps: of(({ framesMs, elapsedMs }) => (1000 * framesMs.length) / elapsedMs, 1),
    lateFrames: of(({ framesMs }) => framesMs.filter((ms) => ms > lateMs).length, 0),
    p95Ms: of(({ framesMs }) => percentile(framesMs, 0.95), 1),
    mainMsPerSec: of(({ mainMs, elapsedMs }) => (1000 * mainMs) / elapsedMs, 0),
    mainMsPerFrame: of(({ mainMs, framesMs }) => mainMs / framesMs.length, 2),
    allMsPerFrame: of(({ allMs, framesMs }) => allMs / framesMs.length, 2),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'danmaku-draw-'))
const stage = await openDanmakuStage(folder)
const browser = await launchBrowser(autoplayArgs)
try {
  const runs = new Map<string, Run[]>()
  for (let count = 0; count < rounds; count++)
    for (const side of chosen)
      for (const many of counts) {
        const key = `${side} ${many}`
        runs.set(key, [...(runs.get(key) ?? []), await draw(browser, stage, side, many)])
      }
  const figures = Object.fromEntries([...runs].map(([key, of]) => [key, figuresOf(of)]))
  const others = chosen.filter((side) => side !== 'none' && side !== 'ours')
  // Minimum over the rounds, because other load only adds time. Per frame, because an engine that shows fewer frames
  // would appear cheaper.
  const leastOf = (side: Side): number => Math.min(...(figures[`${side} 500`]?.mainMsPerFrame ?? []))
  const mainRatioAt500 = round(leastOf('ours') / Math.min(...others.map(leastOf)))
  report('danmaku-draw', { ...figures, mainRatioAt500, rounds, promised })
} finally {
  await browser.close()
  stage.close()
  rmSync(folder, { recursive: true })
}
