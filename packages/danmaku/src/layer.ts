import type { DanmakuSettings } from '@yunmu/contract'
import { createFilter } from './filter.ts'
import { leftOf } from './lanes.ts'
import { metricsOf, type Metrics } from './metrics.ts'
import { createPainter, hasRoom, laneTopOf, paintOrder, type Painter } from './painter.ts'
import type { Placed } from './placed.ts'
import { createPlan, type Plan } from './plan.ts'
import { createSprites, type Sprites } from './sprites.ts'
import { createTimeline } from './timeline.ts'
import type { DanmakuHit, DanmakuLayer, DanmakuLayerOptions, DanmakuStats, DanmakuItem } from './types.ts'

/** Upper bound of items: an episode, or the last hours of a channel. */
const maxItems = 120_000
/** With an empty canvas, frames continue if an item starts within this time; its text is rendered in advance. */
const prepareSec = 3
const idleMs = 250
const maxHoldSec = 600

/**
 * Draws danmaku on a canvas. Positions depend on the clock only, so seeks, pauses and rate changes need no
 * notification. Animation frames are requested while something moves or will soon; otherwise the clock is polled four
 * times a second. Nothing is shown before `set` and `resize`.
 */
export function createDanmakuLayer(canvas: HTMLCanvasElement, options: DanmakuLayerOptions): DanmakuLayer {
  return new CanvasLayer(canvas, options)
}

class CanvasLayer implements DanmakuLayer {
  readonly #canvas: HTMLCanvasElement
  readonly #options: DanmakuLayerOptions
  readonly #sprites: Sprites
  readonly #painter: Painter
  readonly #timeline = createTimeline<DanmakuItem>(maxItems)
  #settings: DanmakuSettings | undefined
  #size = { width: 0, height: 0, ratio: 1 }
  /** Layout; exists after `set` and `resize`. */
  #scene: { plan: Plan; metrics: Metrics } | undefined
  #reservedPx = 0
  #held: { placed: Placed; sec: number } | undefined
  #frame = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(canvas: HTMLCanvasElement, options: DanmakuLayerOptions) {
    this.#canvas = canvas
    this.#options = options
    this.#sprites = createSprites(canvas, options.family ?? 'sans-serif', options.accent ?? '#e8482f')
    this.#painter = createPainter(canvas, this.#sprites)
  }

  put(list: readonly DanmakuItem[]): void {
    this.#add(list)
  }

  show(one: DanmakuItem): void {
    this.#add([one], Math.max(one.time, this.#options.clock().timeSec))
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.#timeline.remove(id)
    this.#removeFromPlan(ids)
    this.wake()
  }

  clear(): void {
    this.#timeline.clear()
    this.#scene = undefined
    this.#replan()
  }

  set(settings: DanmakuSettings): void {
    this.#settings = settings
    this.#replan()
  }

  resize(widthCss: number, heightCss: number, ratio: number): void {
    this.#size = { width: widthCss, height: heightCss, ratio }
    this.#canvas.width = Math.round(widthCss * ratio)
    this.#canvas.height = Math.round(heightCss * ratio)
    this.#sprites.setRatio(ratio)
    this.#replan()
  }

  reserveBottom(footPx: number): void {
    this.#reservedPx = footPx
    this.wake()
  }

  at(xCss: number, yCss: number): DanmakuHit | null {
    const sec = this.#options.clock().timeSec
    for (const placed of paintOrder(this.#visibleAt(sec)).toReversed()) {
      const [danmaku, box] = [placed.occurrences[0]?.danmaku, this.#boxOf(placed, sec)]
      const isIn = xCss >= box.x && xCss < box.x + box.width && yCss >= box.y && yCss < box.y + box.height
      if (danmaku && isIn) return { danmaku, box }
    }
    return null
  }

  hold(id: string | null): void {
    const sec = this.#options.clock().timeSec
    const previous = this.#held
    this.#held = undefined
    this.#painter.dissolveClusters()
    // Ignored if a seek happened while it was held.
    const delaySec = previous ? sec - previous.sec : 0
    if (previous && delaySec > 0 && delaySec < maxHoldSec) this.#scene?.plan.delay(previous.placed, delaySec)
    const placed = this.#visibleAt(sec).find(({ occurrences }) => occurrences.some(({ danmaku }) => danmaku.id === id))
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
      dropped: this.#scene?.plan.dropped() ?? 0,
      ...this.#sprites.stats(),
    }
  }

  destroy(): void {
    this.#stop()
    this.#scene = undefined
    this.#settings = undefined
    this.#timeline.clear()
    this.#painter.dissolveClusters()
    this.#sprites.clear()
    this.#painter.clear()
  }

  #replan(): void {
    this.#held = undefined
    this.#painter.dissolveClusters()
    const [settings, size] = [this.#settings, this.#size]
    if (!settings || size.width <= 0 || size.height <= 0) return
    const { reducedMotion: isStatic = false, overlap = false } = this.#options
    const metrics = metricsOf(size, settings, isStatic)
    const previous = this.#scene?.plan.positions() ?? new Map()
    const { widthOf } = this.#sprites
    const input = {
      timeline: this.#timeline,
      metrics,
      isVisible: createFilter(settings),
      merge: settings.merge,
      overlap,
      isStatic,
    }
    this.#scene = { metrics, plan: createPlan({ ...input, widthOf, previous }) }
    this.wake()
  }

  #add(items: readonly DanmakuItem[], atSec?: number): void {
    const list = items.map((one) => keepMine(one, this.#timeline.get(one.id)))
    const isSame = (one: DanmakuItem): boolean => looksSame(one, this.#timeline.get(one.id))
    const [same, others] = [list.filter(isSame), list.filter((one) => !isSame(one))]
    this.#removeFromPlan(others.map(({ id }) => id).filter((id) => this.#timeline.get(id)))
    const evicted = this.#timeline.put(list, this.#options.clock().timeSec)
    for (const one of same) this.#scene?.plan.update(one)
    this.#scene?.plan.addLate(others, atSec)
    this.#removeFromPlan(evicted.map(({ id }) => id))
    this.wake()
  }

  #removeFromPlan(ids: readonly string[]): void {
    if (ids.length > 0) this.#painter.dissolveClusters()
    for (const id of ids) this.#scene?.plan.remove(id)
    if (this.#held?.placed.occurrences.length === 0) this.#held = undefined
  }

  #visibleAt(sec: number): Placed[] {
    if (!this.#scene) return []
    const { plan, metrics } = this.#scene
    const shown = plan.at(sec).filter((placed) => hasRoom(placed, metrics, this.#reservedPx))
    const held = this.#held?.placed
    return held && !shown.includes(held) ? [...shown, held] : shown
  }

  #boxOf(placed: Placed, sec: number): DanmakuHit['box'] {
    const { metrics } = this.#scene ?? {}
    const x = leftOf(placed, placed === this.#held?.placed ? this.#held.sec : sec)
    const y = metrics ? laneTopOf(placed, metrics, this.#reservedPx) : 0
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
    const list = paintOrder(this.#visibleAt(sec))
    const upcoming = plan.between(sec, sec + prepareSec)
    const [opacity, { ratio }] = [this.#settings.opacity / 100, this.#size]
    const needsFrame = this.#painter.paint({
      list,
      upcoming,
      sec,
      metrics,
      ratio,
      opacity,
      reservedPx: this.#reservedPx,
      held: this.#held,
    })
    if (needsFrame || (moving && list.length + upcoming.length > 0)) this.#frame = requestAnimationFrame(this.#draw)
    else if (this.#timeline.size > 0) this.#timer = setTimeout(this.#draw, idleMs)
  }
}

/** Broadcast items do not contain `mine`: it is kept once known. */
function keepMine(one: DanmakuItem, known: DanmakuItem | undefined): DanmakuItem {
  return known?.mine ? { ...one, mine: true } : one
}

/** Whether an updated item can keep its position: at most its likes have changed. */
function looksSame(one: DanmakuItem, known: DanmakuItem | undefined): boolean {
  const parts = ['text', 'mode', 'color', 'size', 'time', 'mine', 'user', 'weight'] as const
  return known !== undefined && parts.every((part) => one[part] === known[part])
}
