import type { DanmakuSettings } from '@yunmu/contract'
import { wantedBy } from './filter.ts'
import { leftOf } from './lanes.ts'
import { metricsOf, type Metrics } from './metrics.ts'
import { createPainter, hasRoom, laneTopOf, paintOrder, type Painter } from './painter.ts'
import type { Placed } from './placed.ts'
import { createPlan, type Plan } from './plan.ts'
import { createSprites, type Sprites } from './sprites.ts'
import { createTimeline } from './timeline.ts'
import type { DanmakuHit, DanmakuLayer, DanmakuLayerOptions, DanmakuStats, FlyingDanmaku } from './types.ts'

/** What is known of an episode, or of the last hours of a channel. */
const mostKnown = 120_000
/** How soon one must come for frames to go on while the picture is empty, and how long before its text is drawn. */
const soonSec = 3
const idleMs = 250
const longestHoldSec = 600

/**
 * Danmaku on a canvas. Where each one is follows from the clock alone, so that a jump, a pause or another speed needs no
 * word. Frames are asked for while something moves or is about to; else the clock is looked at four times a second. Nothing
 * is shown before `set` and `resize`.
 */
export function createDanmakuLayer(canvas: HTMLCanvasElement, options: DanmakuLayerOptions): DanmakuLayer {
  return new CanvasLayer(canvas, options)
}

class CanvasLayer implements DanmakuLayer {
  readonly #canvas: HTMLCanvasElement
  readonly #options: DanmakuLayerOptions
  readonly #sprites: Sprites
  readonly #painter: Painter
  readonly #timeline = createTimeline<FlyingDanmaku>(mostKnown)
  #settings: DanmakuSettings | undefined
  #size = { width: 0, height: 0, ratio: 1 }
  /** What is shown where: from `set` and `resize` on. */
  #scene: { plan: Plan; metrics: Metrics } | undefined
  #freePx = 0
  #held: { placed: Placed; sec: number } | undefined
  #frame = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(canvas: HTMLCanvasElement, options: DanmakuLayerOptions) {
    this.#canvas = canvas
    this.#options = options
    this.#sprites = createSprites(canvas, options.family ?? 'sans-serif', options.accent ?? '#e8482f')
    this.#painter = createPainter(canvas, this.#sprites)
  }

  put(list: readonly FlyingDanmaku[]): void {
    this.#add(list)
  }

  show(one: FlyingDanmaku): void {
    this.#add([one], Math.max(one.time, this.#options.clock().timeSec))
  }

  drop(ids: readonly string[]): void {
    for (const id of ids) this.#timeline.drop(id)
    this.#forget(ids)
    this.wake()
  }

  clear(): void {
    this.#timeline.clear()
    this.#scene = undefined
    this.#planAnew()
  }

  set(settings: DanmakuSettings): void {
    this.#settings = settings
    this.#planAnew()
  }

  resize(widthCss: number, heightCss: number, ratio: number): void {
    this.#size = { width: widthCss, height: heightCss, ratio }
    this.#canvas.width = Math.round(widthCss * ratio)
    this.#canvas.height = Math.round(heightCss * ratio)
    this.#sprites.setRatio(ratio)
    this.#planAnew()
  }

  keepFree(footPx: number): void {
    this.#freePx = footPx
    this.wake()
  }

  at(xCss: number, yCss: number): DanmakuHit | null {
    const sec = this.#options.clock().timeSec
    for (const placed of paintOrder(this.#shownAt(sec)).toReversed()) {
      const [danmaku, box] = [placed.said[0]?.danmaku, this.#boxOf(placed, sec)]
      const isIn = xCss >= box.x && xCss < box.x + box.width && yCss >= box.y && yCss < box.y + box.height
      if (danmaku && isIn) return { danmaku, box }
    }
    return null
  }

  hold(id: string | null): void {
    const sec = this.#options.clock().timeSec
    const former = this.#held
    this.#held = undefined
    this.#painter.loosen()
    // Not what was held while the picture jumped.
    const delaySec = former ? sec - former.sec : 0
    if (former && delaySec > 0 && delaySec < longestHoldSec) this.#scene?.plan.delay(former.placed, delaySec)
    const placed = this.#shownAt(sec).find(({ said }) => said.some(({ danmaku }) => danmaku.id === id))
    if (id !== null && placed) this.#held = { placed, sec }
    this.wake()
  }

  wake(): void {
    if (this.#frame !== 0) return
    this.#stop()
    this.#frame = requestAnimationFrame(this.#draw)
  }

  stats(): DanmakuStats {
    return {
      ...this.#painter.stats(),
      known: this.#timeline.size,
      leftOut: this.#scene?.plan.leftOut() ?? 0,
      ...this.#sprites.stats(),
    }
  }

  destroy(): void {
    this.#stop()
    this.#scene = undefined
    this.#settings = undefined
    this.#timeline.clear()
    this.#painter.loosen()
    this.#sprites.clear()
    this.#painter.clear()
  }

  #planAnew(): void {
    this.#held = undefined
    this.#painter.loosen()
    const [settings, size] = [this.#settings, this.#size]
    if (!settings || size.width <= 0 || size.height <= 0) return
    const { reducedMotion: still = false, overlap = false } = this.#options
    const metrics = metricsOf(size, settings, still)
    const former = this.#scene?.plan.places() ?? new Map()
    const { widthOf } = this.#sprites
    const input = {
      timeline: this.#timeline,
      metrics,
      wants: wantedBy(settings),
      merge: settings.merge,
      overlap,
      still,
    }
    this.#scene = { metrics, plan: createPlan({ ...input, widthOf, former }) }
    this.wake()
  }

  #add(given: readonly FlyingDanmaku[], atSec?: number): void {
    const list = given.map((one) => asKnown(one, this.#timeline.get(one.id)))
    const isSame = (one: FlyingDanmaku): boolean => looksAs(one, this.#timeline.get(one.id))
    const [same, others] = [list.filter(isSame), list.filter((one) => !isSame(one))]
    this.#forget(others.map(({ id }) => id).filter((id) => this.#timeline.get(id)))
    const gone = this.#timeline.put(list, this.#options.clock().timeSec)
    for (const one of same) this.#scene?.plan.renew(one)
    this.#scene?.plan.late(others, atSec)
    this.#forget(gone.map(({ id }) => id))
    this.wake()
  }

  #forget(ids: readonly string[]): void {
    if (ids.length > 0) this.#painter.loosen()
    for (const id of ids) this.#scene?.plan.drop(id)
    if (this.#held?.placed.said.length === 0) this.#held = undefined
  }

  #shownAt(sec: number): Placed[] {
    if (!this.#scene) return []
    const { plan, metrics } = this.#scene
    const shown = plan.at(sec).filter((placed) => hasRoom(placed, metrics, this.#freePx))
    const held = this.#held?.placed
    return held && !shown.includes(held) ? [...shown, held] : shown
  }

  #boxOf(placed: Placed, sec: number): DanmakuHit['box'] {
    const { metrics } = this.#scene ?? {}
    const x = leftOf(placed, placed === this.#held?.placed ? this.#held.sec : sec)
    const y = metrics ? laneTopOf(placed, metrics, this.#freePx) : 0
    return { x, y, width: placed.width, height: metrics?.lanePx ?? 0 }
  }

  #stop(): void {
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#timer)
    this.#frame = 0
    this.#timer = undefined
  }

  #draw = (): void => {
    this.#stop()
    if (!this.#scene || !this.#settings?.on) {
      this.#painter.clear()
      return
    }
    const { plan, metrics } = this.#scene
    const { timeSec: sec, moving } = this.#options.clock()
    plan.advance(sec)
    const list = paintOrder(this.#shownAt(sec))
    const coming = plan.between(sec, sec + soonSec)
    const [opacity, { ratio }] = [this.#settings.opacity / 100, this.#size]
    const isWanting = this.#painter.paint({
      list,
      coming,
      sec,
      metrics,
      ratio,
      opacity,
      freePx: this.#freePx,
      held: this.#held,
    })
    if (isWanting || (moving && list.length + coming.length > 0)) this.#frame = requestAnimationFrame(this.#draw)
    else if (this.#timeline.size > 0) this.#timer = setTimeout(this.#draw, idleMs)
  }
}

/** What is pushed to everybody does not say whose it is: what was known as one's own stays so. */
function asKnown(one: FlyingDanmaku, known: FlyingDanmaku | undefined): FlyingDanmaku {
  return known?.mine ? { ...one, mine: true } : one
}

/** Whether one can stay where it is: the same came again, perhaps with more likes. */
function looksAs(one: FlyingDanmaku, known: FlyingDanmaku | undefined): boolean {
  const parts = ['text', 'mode', 'color', 'size', 'time', 'mine', 'user', 'weight'] as const
  return known !== undefined && parts.every((part) => one[part] === known[part])
}
