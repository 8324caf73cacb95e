/** Gestures on the picture. */
export type TouchGesture =
  | { kind: 'tap' }
  | { kind: 'doubleTap'; third: 'left' | 'middle' | 'right' }
  /** Seconds since the drag began; `isDone` when the finger lifts. */
  | { kind: 'seekBy'; sec: number; isDone: boolean }
  /** Change since the last event, as a share of the range. */
  | { kind: 'brightness' | 'volume'; by: number }
  | { kind: 'fast'; isOn: boolean }
  | { kind: 'fill'; isOn: boolean }
  | { kind: 'leave' }

export interface Touch {
  id: number
  x: number
  y: number
  ms: number
}

export interface TouchFrame {
  width: number
  height: number
  isFullscreen: boolean
}

/** Touches near the screen edges belong to the system's gestures. */
const systemEdgePx = 24
const dragThresholdPx = 10
export const doubleTapMs = 300
const secPerWidth = 90
const fineSeekAbovePx = 60
const exitDragPx = 80

type Drag = 'none' | 'seek' | 'brightness' | 'volume' | 'leave' | 'pinch'

/** Tracks touches on the picture. Each call returns the gesture to apply now, or null. */
export class TouchTracker {
  readonly #frame: () => TouchFrame
  readonly #down = new Map<number, Touch>()
  #start: Touch | null = null
  #last: Touch | null = null
  #drag: Drag = 'none'
  #seekSec = 0
  #pinchFrom = 0
  #isFast = false
  #lastTapMs = -Infinity

  constructor(frame: () => TouchFrame) {
    this.#frame = frame
  }

  down(touch: Touch): void {
    const { width, height } = this.#frame()
    const isAtEdge = touch.x < systemEdgePx || touch.x > width - systemEdgePx || touch.y > height - systemEdgePx
    if (isAtEdge && this.#down.size === 0) return
    this.#down.set(touch.id, touch)
    if (this.#down.size === 2) {
      this.#drag = 'pinch'
      this.#pinchFrom = this.#span()
      return
    }
    this.#start = this.#last = touch
    this.#drag = 'none'
    this.#seekSec = 0
  }

  /** The finger has rested for half a second. */
  longPress(): TouchGesture | null {
    if (this.#down.size !== 1 || this.#drag !== 'none') return null
    this.#isFast = true
    return { kind: 'fast', isOn: true }
  }

  move(touch: Touch): TouchGesture | null {
    if (!this.#down.has(touch.id) || !this.#start || !this.#last) return null
    this.#down.set(touch.id, touch)
    if (this.#drag === 'pinch') return this.#pinch()
    if (this.#isFast) return null
    if (this.#drag === 'none') this.#drag = this.#detectDrag(touch)
    const last = this.#last
    const { width, height } = this.#frame()
    if (this.#drag === 'none') return null
    this.#last = touch
    if (this.#drag === 'seek') {
      const divisor = this.#start.y - touch.y > fineSeekAbovePx ? 4 : 1
      this.#seekSec += ((touch.x - last.x) / width) * (secPerWidth / divisor)
      return { kind: 'seekBy', sec: this.#seekSec, isDone: false }
    }
    if (this.#drag === 'brightness' || this.#drag === 'volume') {
      return { kind: this.#drag, by: (last.y - touch.y) / height }
    }
    return null
  }

  up(touch: Touch): TouchGesture | null {
    if (!this.#down.delete(touch.id) || !this.#start) return null
    if (this.#down.size > 0) return null
    const [drag, start] = [this.#drag, this.#start]
    this.#drag = 'none'
    if (this.#isFast) {
      this.#isFast = false
      return { kind: 'fast', isOn: false }
    }
    if (drag === 'seek') return { kind: 'seekBy', sec: this.#seekSec, isDone: true }
    if (drag === 'leave') return touch.y - start.y > exitDragPx ? { kind: 'leave' } : null
    if (drag !== 'none') return null
    const isDouble = touch.ms - this.#lastTapMs < doubleTapMs
    this.#lastTapMs = isDouble ? -Infinity : touch.ms
    return isDouble ? { kind: 'doubleTap', third: this.#third(touch.x) } : { kind: 'tap' }
  }

  /** The system took over the touches. */
  cancel(): TouchGesture | null {
    this.#down.clear()
    this.#drag = 'none'
    if (!this.#isFast) return null
    this.#isFast = false
    return { kind: 'fast', isOn: false }
  }

  #third(x: number): 'left' | 'middle' | 'right' {
    const share = x / this.#frame().width
    return share < 1 / 3 ? 'left' : share > 2 / 3 ? 'right' : 'middle'
  }

  #detectDrag({ x, y }: Touch): Drag {
    const start = this.#start
    if (!start) return 'none'
    const [across, along] = [Math.abs(x - start.x), Math.abs(y - start.y)]
    if (Math.max(across, along) < dragThresholdPx) return 'none'
    if (across >= along) return 'seek'
    if (!this.#frame().isFullscreen) return 'none'
    const third = this.#third(start.x)
    return third === 'left' ? 'brightness' : third === 'right' ? 'volume' : 'leave'
  }

  #span(): number {
    const [one, other] = [...this.#down.values()]
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
  }

  #pinch(): TouchGesture | null {
    const ratio = this.#span() / this.#pinchFrom
    if (ratio > 0.87 && ratio < 1.15) return null
    this.#pinchFrom = this.#span()
    return { kind: 'fill', isOn: ratio > 1 }
  }
}
