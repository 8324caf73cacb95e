import type { Danmaku } from '@yunmu/contract'
import type { DanmakuHit, DanmakuLayer } from '@yunmu/danmaku'
import { createStore, type StoreApi } from 'zustand'

interface Point {
  x: number
  y: number
}

interface HitState {
  /** The one that stands still, with a plate of what can be done with it. */
  hit: DanmakuHit | null
  /** Whether it was pressed for: then it stays until there is a press elsewhere. */
  isPinned: boolean
}

/** The pointer rests so long before it means a danmaku, and may be away for so long on the way to its plate. */
const restMs = 160
const leaveMs = 400

const nothing: HitState = { hit: null, isPinned: false }

/** What the pointer does with danmaku: it rests on one and that stands still; it presses one and that stays. */
export class HitStore {
  readonly state: StoreApi<HitState> = createStore<HitState>()(() => nothing)
  #layer: DanmakuLayer | null = null
  #at: Point | null = null
  /** How far below the picture's upper edge it is drawn, CSS pixels. */
  #topPx = 0
  #plan: { do: 'take' | 'release'; timer: ReturnType<typeof setTimeout> } | null = null

  attach(layer: DanmakuLayer): () => void {
    this.#layer = layer
    return () => {
      this.release()
      this.#layer = null
    }
  }

  setTop(topPx: number): void {
    this.#topPx = topPx
  }

  /** The pointer is there, or has left the picture. */
  point(at: Point | null): void {
    this.#at = at
    const { hit, isPinned } = this.state.getState()
    if (isPinned) return
    const id = at === null ? null : (this.#find(at)?.danmaku.id ?? null)
    if (id !== null && id !== hit?.danmaku.id) this.#later('take', restMs)
    else if (id === null && hit) this.#later('release', leaveMs)
    else this.stay()
  }

  /** The pointer or the focus is on the plate, or on the one that stands. */
  stay(): void {
    clearTimeout(this.#plan?.timer)
    this.#plan = null
  }

  /** A press there. Returns whether it was for a danmaku, or for what stood there of one. */
  press(at: Point): boolean {
    const { isPinned } = this.state.getState()
    const isTaken = this.#take(at, true)
    if (!isTaken) this.release()
    return isTaken || isPinned
  }

  /** What is known of the one that stands has changed. */
  replace(danmaku: Danmaku): void {
    const { hit } = this.state.getState()
    if (hit?.danmaku.id === danmaku.id) this.state.setState({ hit: { ...hit, danmaku } })
  }

  release(): void {
    this.stay()
    if (this.state.getState().hit === null) return
    this.#layer?.hold(null)
    this.state.setState(nothing)
  }

  #find({ x, y }: Point): DanmakuHit | null {
    const hit = this.#layer?.at(x, y - this.#topPx) ?? null
    return hit && { ...hit, box: { ...hit.box, y: hit.box.y + this.#topPx } }
  }

  #take(at: Point, isPinned: boolean): boolean {
    const hit = this.#find(at)
    if (!hit) return false
    this.stay()
    this.#layer?.hold(hit.danmaku.id)
    this.state.setState({ hit, isPinned })
    return true
  }

  #later(what: 'take' | 'release', afterMs: number): void {
    if (this.#plan?.do === what) return
    this.stay()
    const timer = setTimeout(() => {
      this.#plan = null
      if (what === 'release') this.release()
      else if (this.#at) this.#take(this.#at, false)
    }, afterMs)
    this.#plan = { do: what, timer }
  }
}
