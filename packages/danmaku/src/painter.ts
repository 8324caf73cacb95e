import { leftOf } from './lanes.ts'
import { countAt } from './merge.ts'
import { flies, type Metrics } from './metrics.ts'
import type { Placed } from './placed.ts'
import { penOf, type Sprite, type Sprites } from './sprites.ts'

export interface Frame {
  /** In the order in which they are painted. */
  list: readonly Placed[]
  /** Will soon be on the picture: their texts are drawn before. */
  coming: readonly Placed[]
  sec: number
  metrics: Metrics
  /** Pixels of the screen in one of CSS. */
  ratio: number
  /** What the controls take at the foot. */
  freePx: number
  opacity: number
  /** One that stays where it was at a time. */
  held: { placed: Placed; sec: number } | undefined
}

export interface Painter {
  /** Answers whether texts remain to be drawn. */
  paint(frame: Frame): boolean
  clear(): void
  /** How many the last frame showed. */
  shown(): number
}

/** Milliseconds of a frame in which texts may be drawn, and while nothing is shown yet; at least one always is. */
const textsMs = 4
const restingTextsMs = 8

/** Upper edge of one's lane, CSS pixels. */
export function laneTopOf({ mode, lane }: Placed, { height, lanePx, topPx, footPx }: Metrics, freePx: number): number {
  return mode === 'bottom' ? height - Math.max(footPx, freePx) - (lane + 1) * lanePx : topPx + lane * lanePx
}

/** What stands lies over what flies. */
export function paintOrder(list: readonly Placed[]): Placed[] {
  const standing = list.filter(({ mode }) => !flies(mode))
  return standing.length === 0 ? [...list] : [...list.filter(({ mode }) => flies(mode)), ...standing]
}

export function createPainter(canvas: HTMLCanvasElement, sprites: Sprites): Painter {
  const pen = penOf(canvas.getContext('2d'))
  let frameNo = 0
  /** Of the last frame. */
  let shown = 0
  /** Until when texts may still be drawn in this frame. */
  let untilMs = 0

  const clear = (): void => {
    if (shown > 0) pen.clearRect(0, 0, canvas.width, canvas.height)
    shown = 0
  }
  const spriteOf = (placed: Placed, sec: number): Sprite | null => {
    const { said, sprite, fontPx, color } = placed
    const count = said.length === 1 ? 1 : Math.max(1, countAt(said, sec))
    if (sprite && !sprite.isGone && sprite.count === count) return sprite
    const danmaku = said[0]?.danmaku
    const look = { text: danmaku?.text ?? '', own: danmaku?.mine ?? false, fontPx, color, count }
    const mayMake = untilMs === 0 || performance.now() < untilMs
    placed.sprite = sprites.get(look, frameNo, mayMake)
    if (untilMs === 0) untilMs = performance.now() + (shown > 0 ? textsMs : restingTextsMs)
    return placed.sprite
  }
  const stamp = (placed: Placed, sprite: Sprite, { sec, metrics, ratio, freePx, held }: Frame): void => {
    const x = leftOf(placed, placed === held?.placed ? held.sec : sec)
    const y = laneTopOf(placed, metrics, freePx) + (metrics.lanePx - placed.fontPx) / 2
    sprite.frame = frameNo
    shown++
    // Whole pixels of the screen: nothing has to be smoothed, which costs several times as much.
    pen.drawImage(sprite.image, Math.round(x * ratio) + sprite.left, Math.round(y * ratio) + sprite.top)
  }
  return {
    paint: (frame) => {
      frameNo++
      clear()
      pen.globalAlpha = frame.opacity
      untilMs = 0
      let isWanting = false
      for (const placed of frame.list) {
        const sprite = spriteOf(placed, frame.sec)
        if (sprite) stamp(placed, sprite, frame)
        else isWanting = true
      }
      for (const placed of frame.coming) if (!spriteOf(placed, frame.sec)) break
      return isWanting
    },
    clear,
    shown: () => shown,
  }
}
