import type { Danmaku } from '@yunmu/contract'
import type { DanmakuHit, DanmakuLayer } from '@yunmu/danmaku'
import { createStore, type StoreApi } from 'zustand'

interface Point {
  x: number
  y: number
}

interface HitState {
  /** The held danmaku, shown with a menu. */
  hit: DanmakuHit | null
  /** Whether it was selected by a press: then it stays until a press elsewhere. */
  isPinned: boolean
}

/** Delay before hovering selects a danmaku, and before leaving releases it, so that the pointer can reach the menu. */
const hoverDelayMs = 160
const leaveDelayMs = 400

const noHit: HitState = { hit: null, isPinned: false }

/** Pointer interaction with danmaku: hovering holds one, pressing pins it. */
export class HitStore {
  readonly state: StoreApi<HitState> = createStore<HitState>()(() => noHit)
  #layer: DanmakuLayer | null = null
  #pointer: Point | null = null
  /** Offset of the canvas from the picture's top, CSS pixels. */
  #topPx = 0
  #pending: { do: 'take' | 'release'; timer: ReturnType<typeof setTimeout> } | null = null

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

  /** Pointer position over the picture; null when it leaves. */
  movePointer(at: Point | null): void {
    this.#pointer = at
    const { hit, isPinned } = this.state.getState()
    if (isPinned) return
    const id = at === null ? null : (this.#find(at)?.danmaku.id ?? null)
    if (id !== null && id !== hit?.danmaku.id) this.#schedule('take', hoverDelayMs)
    else if (id === null && hit) this.#schedule('release', leaveDelayMs)
    else this.cancelPending()
  }

  /** The pointer or focus is on the menu or the held danmaku: nothing is selected or released. */
  cancelPending(): void {
    clearTimeout(this.#pending?.timer)
    this.#pending = null
  }

  /** Handles a press. Returns whether it selected a danmaku or closed a pinned one. */
  press(at: Point): boolean {
    const { isPinned } = this.state.getState()
    const isTaken = this.#select(at, true)
    if (!isTaken) this.release()
    return isTaken || isPinned
  }

  /** Updates the held danmaku. */
  replace(danmaku: Danmaku): void {
    const { hit } = this.state.getState()
    if (hit?.danmaku.id === danmaku.id) this.state.setState({ hit: { ...hit, danmaku } })
  }

  release(): void {
    this.cancelPending()
    if (this.state.getState().hit === null) return
    this.#layer?.hold(null)
    this.state.setState(noHit)
  }

  #find({ x, y }: Point): DanmakuHit | null {
    const hit = this.#layer?.at(x, y - this.#topPx) ?? null
    return hit && { ...hit, box: { ...hit.box, y: hit.box.y + this.#topPx } }
  }

  #select(at: Point, isPinned: boolean): boolean {
    const hit = this.#find(at)
    if (!hit) return false
    this.cancelPending()
    this.#layer?.hold(hit.danmaku.id)
    this.state.setState({ hit, isPinned })
    return true
  }

  #schedule(what: 'take' | 'release', afterMs: number): void {
    if (this.#pending?.do === what) return
    this.cancelPending()
    const timer = setTimeout(() => {
      this.#pending = null
      if (what === 'release') this.release()
      else if (this.#pointer) this.#select(this.#pointer, false)
    }, afterMs)
    this.#pending = { do: what, timer }
  }
}
