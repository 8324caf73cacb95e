import { leftOf } from './lanes.ts'
import { countAt } from './merge.ts'
import { flies, type Metrics } from './metrics.ts'
import type { Placed } from './placed.ts'
import { penOf, spriteRoom, type Look, type Sprite, type Sprites } from './sprites.ts'

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
  /** The time at which one was held, if it is held. */
  heldSec: (placed: Placed) => number | undefined
}

export interface Painter {
  /** Answers whether texts remain to be drawn. */
  paint(frame: Frame): boolean
  clear(): void
}

/** Milliseconds of a frame in which texts may be drawn; at least one always is. */
const textsMs = 4

/** Upper edge of one's lane, CSS pixels. */
export function laneTopOf({ mode, lane }: Placed, { height, lanePx, topPx, footPx }: Metrics, freePx: number): number {
  return mode === 'bottom' ? height - Math.max(footPx, freePx) - (lane + 1) * lanePx : topPx + lane * lanePx
}

/** What stands lies over what flies. */
export function paintOrder(list: readonly Placed[]): Placed[] {
  const standing = list.filter(({ mode }) => !flies(mode))
  return standing.length === 0 ? [...list] : [...list.filter(({ mode }) => flies(mode)), ...standing]
}

function lookOf({ said, fontPx, color }: Placed, sec: number): Look {
  const danmaku = said[0]?.danmaku
  return {
    ...{ text: danmaku?.text ?? '', own: danmaku?.mine ?? false, fontPx, color },
    count: Math.max(1, countAt(said, sec)),
  }
}

export function createPainter(canvas: HTMLCanvasElement, sprites: Sprites): Painter {
  const pen = penOf(canvas.getContext('2d'))
  let frameNo = 0
  let isEmpty = true

  const clear = (): void => {
    if (!isEmpty) pen.clearRect(0, 0, canvas.width, canvas.height)
    isEmpty = true
  }
  const stamp = (placed: Placed, sprite: Sprite, { sec, metrics, ratio, freePx, heldSec }: Frame): void => {
    const x = leftOf(placed, heldSec(placed) ?? sec) - spriteRoom.side
    const y = laneTopOf(placed, metrics, freePx) + (metrics.lanePx - placed.fontPx) / 2 - spriteRoom.above
    // Whole pixels of the screen: nothing has to be smoothed, which costs several times as much.
    pen.drawImage(sprite.image, Math.round(x * ratio), Math.round(y * ratio))
  }
  return {
    paint: (frame) => {
      frameNo++
      clear()
      pen.globalAlpha = frame.opacity
      const untilMs = performance.now() + textsMs
      let mayMake = true
      let isWanting = false
      const spriteFor = (placed: Placed): Sprite | null => {
        const sprite = sprites.get(lookOf(placed, frame.sec), frameNo, mayMake)
        isWanting ||= sprite === null
        mayMake &&= performance.now() < untilMs
        return sprite
      }
      for (const placed of frame.list) {
        const sprite = spriteFor(placed)
        if (sprite) stamp(placed, sprite, frame)
      }
      isEmpty = frame.list.length === 0
      for (const placed of frame.coming) if (mayMake) spriteFor(placed)
      return isWanting
    },
    clear,
  }
}
