import type { CDPSession, Page } from 'playwright-core'
import { percentile, round } from './report.ts'

/** A scroll gesture from a point of the window. */
export interface ScrollGesture {
  x: number
  y: number
  /** Pixels down and to the right. */
  down: number
  right: number
  pxPerSec: number
  by: 'mouse' | 'touch'
}

/** Cost of frames during scrolling. */
export interface Scrolled {
  /** Intervals between frames. */
  framesMs: number[]
  elapsedMs: number
  scriptMs: number
  /** Style and layout. */
  styleMs: number
}

/** Frames later than this are visibly dropped at 60 per second. */
const lateMs = 25

const begin = `{
  const marks = (globalThis.frameMarks = [])
  const look = (at) => {
    if (globalThis.frameMarks !== marks) return
    marks.push(at)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}`
const end = `{ const marks = frameMarks; frameMarks = null; marks }`

async function costsSoFar(session: CDPSession): Promise<{ scriptMs: number; styleMs: number }> {
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string): number => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? 0)
  return { scriptMs: of('ScriptDuration'), styleMs: of('RecalcStyleDuration') + of('LayoutDuration') }
}

/** Scrolls a page and records every frame. */
export async function scrollFrames(page: Page, gesture: ScrollGesture): Promise<Scrolled> {
  const { x, y, down, right, pxPerSec, by } = gesture
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const before = await costsSoFar(session)
  const beganMs = performance.now()
  await page.evaluate(begin)
  await session.send('Input.synthesizeScrollGesture', {
    x,
    y,
    xDistance: -right,
    yDistance: -down,
    speed: pxPerSec,
    gestureSourceType: by,
    preventFling: true,
  })
  const marks = await page.evaluate<number[]>(end)
  const after = await costsSoFar(session)
  await session.detach()
  return {
    framesMs: marks.slice(1).map((at, index) => at - (marks[index] ?? at)),
    elapsedMs: performance.now() - beganMs,
    scriptMs: after.scriptMs - before.scriptMs,
    styleMs: after.styleMs - before.styleMs,
  }
}

/** Summarises scrolls of one kind. */
export function frameFigures(scrolls: readonly Scrolled[]) {
  const frames = scrolls.flatMap(({ framesMs }) => framesMs)
  const perSec = (of: (scrolled: Scrolled) => number): number => {
    const [spent, elapsed] = [sum(scrolls.map(of)), sum(scrolls.map(({ elapsedMs }) => elapsedMs))]
    return round((1000 * spent) / elapsed, 0)
  }
  return {
    medianMs: round(percentile(frames, 0.5), 1),
    p95Ms: round(percentile(frames, 0.95), 1),
    p99Ms: round(percentile(frames, 0.99), 1),
    longestMs: round(Math.max(...frames), 1),
    latePercent: round((100 * frames.filter((ms) => ms > lateMs).length) / frames.length, 2),
    scriptMsPerSec: perSec(({ scriptMs }) => scriptMs),
    styleMsPerSec: perSec(({ styleMs }) => styleMs),
    frames: frames.length,
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
