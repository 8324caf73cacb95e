import type { DanmakuSettings } from '@yunmu/contract'
import { wantedBy } from './filter.ts'
import { leftOf } from './lanes.ts'
import { metricsOf, type Metrics } from './metrics.ts'
import { createPainter, topOf } from './painter.ts'
import type { Placed } from './placed.ts'
import { createPlan, type Plan } from './plan.ts'
import { createSprites } from './sprites.ts'
import { createTimeline } from './timeline.ts'
import type { DanmakuLayer, DanmakuLayerOptions, FlyingDanmaku } from './types.ts'

/** What is known of an episode, or of the last hours of a channel. */
const mostKnown = 120_000
/** How soon one must come for frames to go on while the picture is empty, and how long before its text is drawn. */
const soonSec = 3
const idleMs = 250

/**
 * Danmaku on a canvas. Where each one is follows from the clock alone, so that a jump, a pause or another speed needs no
 * word. Frames are asked for while something moves or is about to; else the clock is looked at four times a second. Nothing
 * is shown before `set` and `resize`.
 */
export function createDanmakuLayer(canvas: HTMLCanvasElement, options: DanmakuLayerOptions): DanmakuLayer {
  const { clock, family = 'sans-serif', accent = '#e8482f', reducedMotion = false, overlap = false } = options
  const sprites = createSprites(canvas, family, accent)
  let ratio = 1
  const painter = createPainter(canvas, sprites, () => ratio)
  const timeline = createTimeline<FlyingDanmaku>(mostKnown)
  let settings: DanmakuSettings | undefined
  let size = { width: 0, height: 0 }
  let metrics: Metrics | undefined
  let plan: Plan | undefined
  let freePx = 0
  let held: { placed: Placed; sec: number } | undefined
  let frameAsked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const planAnew = (): void => {
    held = undefined
    if (!settings || size.width === 0 || size.height === 0) return
    metrics = metricsOf(size, settings, reducedMotion)
    plan = createPlan({
      ...{ timeline, metrics, wants: wantedBy(settings), merge: settings.merge, overlap, still: reducedMotion },
      ...{ widthOf: sprites.widthOf, former: plan?.places() ?? new Map() },
    })
    wake()
  }
  const shownAt = (sec: number): Placed[] => {
    const shown = plan?.at(sec) ?? []
    return held && !shown.includes(held.placed) ? [...shown, held.placed] : shown
  }
  const heldSec = (placed: Placed): number | undefined => (placed === held?.placed ? held.sec : undefined)

  const stop = (): void => {
    cancelAnimationFrame(frameAsked)
    clearTimeout(timer)
    frameAsked = 0
    timer = undefined
  }
  const goOn = (isBusy: boolean): void => {
    if (isBusy) frameAsked = requestAnimationFrame(draw)
    else if (timeline.size > 0) timer = setTimeout(draw, idleMs)
  }
  function draw(): void {
    stop()
    if (!plan || !metrics || !settings?.on) {
      painter.clear()
      return
    }
    const { timeSec: sec, moving } = clock()
    plan.advance(sec)
    const list = shownAt(sec)
    const coming = plan.between(sec, sec + soonSec)
    const opacity = settings.opacity / 100
    const isWanting = painter.paint({ list, coming, sec, metrics, freePx, opacity, heldSec })
    goOn(isWanting || (moving && list.length + coming.length > 0))
  }
  function wake(): void {
    if (frameAsked !== 0) return
    stop()
    frameAsked = requestAnimationFrame(draw)
  }
  const forget = (ids: readonly string[]): void => {
    for (const id of ids) {
      plan?.drop(id)
      if (held?.placed.said.length === 0) held = undefined
    }
  }
  const add = (list: readonly FlyingDanmaku[], atSec?: number): void => {
    forget(list.map(({ id }) => id).filter((id) => timeline.get(id)))
    const gone = timeline.put(list, clock().timeSec)
    plan?.late(list, atSec)
    forget(gone.map(({ id }) => id))
    wake()
  }
  return {
    put: (list) => add(list),
    show: (one) => add([one], Math.max(one.time, clock().timeSec)),
    drop: (ids) => {
      for (const id of ids) timeline.drop(id)
      forget(ids)
      wake()
    },
    clear: () => {
      timeline.clear()
      plan = undefined
      planAnew()
    },
    set: (value) => {
      settings = value
      planAnew()
    },
    resize: (width, height, pixels) => {
      ratio = pixels
      size = { width, height }
      canvas.width = Math.round(width * pixels)
      canvas.height = Math.round(height * pixels)
      sprites.setRatio(pixels)
      planAnew()
    },
    keepFree: (footPx) => {
      freePx = footPx
      wake()
    },
    at: (x, y) => {
      const sec = clock().timeSec
      const found = shownAt(sec).findLast((placed) => isAt(boxOf(placed, sec), x, y))
      const danmaku = found?.said[0]?.danmaku
      return found && danmaku ? { danmaku, box: boxOf(found, sec) } : null
    },
    hold: (id) => {
      const sec = clock().timeSec
      const former = held
      held = undefined
      // Not what was held while the picture jumped.
      if (former && plan && sec > former.sec && sec < former.sec + 600) plan.delay(former.placed, sec - former.sec)
      const placed = shownAt(sec).find(({ said }) => said.some(({ danmaku }) => danmaku.id === id))
      if (id !== null && placed) held = { placed, sec }
      wake()
    },
    wake,
    stats: () => ({
      shown: settings?.on ? shownAt(clock().timeSec).length : 0,
      known: timeline.size,
      leftOut: plan?.leftOut() ?? 0,
      ...sprites.stats(),
    }),
    destroy: () => {
      stop()
      plan = undefined
      settings = undefined
      timeline.clear()
      sprites.clear()
      painter.clear()
    },
  }

  function boxOf(placed: Placed, sec: number) {
    const { lanePx = 0 } = metrics ?? {}
    const top = metrics ? topOf(placed, metrics, freePx) : 0
    return {
      ...{ x: leftOf(placed, heldSec(placed) ?? sec), y: top - (lanePx - placed.fontPx) / 2 },
      ...{ width: placed.width, height: lanePx },
    }
  }
}

function isAt(box: { x: number; y: number; width: number; height: number }, x: number, y: number): boolean {
  return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height
}
