import { listen } from '../../core/listen.ts'
import type { PlayerPart } from '../../core/player-handle.ts'
import type { playerTexts } from '../../player-texts.ts'
import { showFeedback, type Chrome } from '../chrome-context.ts'
import { clockText } from '../seek/clock-text.ts'
import { changeVolume, runCommand, seekBy } from './run-command.ts'
import { TouchTracker, type Touch, type TouchGesture } from './touch-rules.ts'

const singlePressMs = 220
const holdMs = 500
const tapMs = 250

const isTouch = (event: Event): event is PointerEvent => event instanceof PointerEvent && event.pointerType !== 'mouse'

/** Pointer and touch input on the picture. Everything is also available by keyboard. */
export class PictureInput implements PlayerPart {
  readonly #getChrome: () => Chrome
  readonly #texts: (typeof playerTexts)['s']
  readonly #touches: TouchTracker
  readonly #end: () => void
  #clickTimer: ReturnType<typeof setTimeout> | undefined
  #holdTimer: ReturnType<typeof setTimeout> | undefined

  /** `chrome` is evaluated on each use, because it may change during a gesture. */
  constructor(chrome: () => Chrome, layer: HTMLElement, texts: (typeof playerTexts)['s']) {
    this.#getChrome = chrome
    this.#texts = texts
    this.#touches = new TouchTracker(() => {
      const { fullscreen, webFullscreen } = chrome().player.state.getState()
      return { width: layer.clientWidth, height: layer.clientHeight, isFullscreen: fullscreen || webFullscreen }
    })
    this.#end = listen<keyof HTMLElementEventMap>(layer, {
      click: (event) => event instanceof PointerEvent && event.pointerType === 'mouse' && this.#onClick(event, layer),
      pointerdown: (event) => isTouch(event) && this.#onTouchStart(event, touchOf(event, layer)),
      pointermove: (event) => this.#onPointerMove(event, layer),
      pointerleave: () => chrome().danmaku?.movePointer(null),
      pointerup: (event) => isTouch(event) && this.#onTouchEnd(touchOf(event, layer)),
      pointercancel: () => this.#onGestureEnd(this.#touches.cancel()),
    })
  }

  get #chrome(): Chrome {
    return this.#getChrome()
  }

  destroy(): void {
    clearTimeout(this.#clickTimer)
    clearTimeout(this.#holdTimer)
    this.#end()
  }

  #onPointerMove(event: Event, layer: HTMLElement): void {
    if (isTouch(event)) this.#onGesture(this.#touches.move(touchOf(event, layer)))
    else if (event instanceof PointerEvent) this.#chrome.danmaku?.movePointer(positionOf(event, layer))
  }

  #onClick(event: PointerEvent, layer: HTMLElement): void {
    this.#chrome.store.setState({ menu: null })
    clearTimeout(this.#clickTimer)
    if (this.#chrome.danmaku?.press(positionOf(event, layer))) return
    if (event.detail > 1) return runCommand(this.#chrome, { do: 'fullscreen' }, this.#texts)
    this.#clickTimer = setTimeout(() => runCommand(this.#chrome, { do: 'toggle' }, this.#texts), singlePressMs)
  }

  #onTouchStart(event: PointerEvent, touch: Touch): void {
    if (this.#chrome.store.getState().isLocked) return
    // Captures the pointer, so that the gesture may leave the picture.
    if (event.target instanceof Element) event.target.setPointerCapture(event.pointerId)
    this.#touches.down(touch)
    clearTimeout(this.#holdTimer)
    this.#holdTimer = setTimeout(() => this.#onGesture(this.#touches.longPress()), holdMs)
  }

  #onGesture(gesture: TouchGesture | null): void {
    if (!gesture) return
    clearTimeout(this.#holdTimer)
    applyGesture(this.#chrome, gesture)
  }

  #onTouchEnd(touch: Touch): void {
    if (this.#chrome.store.getState().isLocked) return toggleControls(this.#chrome)
    this.#onGestureEnd(this.#touches.up(touch), touch)
  }

  #onGestureEnd(gesture: TouchGesture | null, at: { x: number; y: number } | null = null): void {
    clearTimeout(this.#holdTimer)
    clearTimeout(this.#clickTimer)
    if (gesture?.kind === 'tap') this.#clickTimer = setTimeout(() => this.#onTap(at), tapMs)
    else if (gesture) applyGesture(this.#chrome, gesture)
  }

  /** Danmaku can be tapped while the controls are shown; otherwise a tap shows the controls. */
  #onTap(at: { x: number; y: number } | null): void {
    const { danmaku, store } = this.#chrome
    if (at && store.getState().areControlsShown && danmaku?.press(at)) return
    toggleControls(this.#chrome)
  }
}

function positionOf(event: PointerEvent, layer: HTMLElement): { x: number; y: number } {
  const { left, top } = layer.getBoundingClientRect()
  return { x: event.clientX - left, y: event.clientY - top }
}

const touchOf = (event: PointerEvent, layer: HTMLElement): Touch => ({
  ...positionOf(event, layer),
  id: event.pointerId,
  ms: event.timeStamp,
})

function toggleControls({ store }: Chrome): void {
  store.setState(({ areControlsShown }) => ({ areControlsShown: !areControlsShown, menu: null }))
}

function applyGesture(chrome: Chrome, gesture: TouchGesture): void {
  const { player, store } = chrome
  const { positionSec, durationSec } = player.state.getState()
  switch (gesture.kind) {
    case 'tap':
      return
    case 'doubleTap':
      if (gesture.third === 'middle') return player.toggle()
      return seekBy(chrome, gesture.third === 'left' ? -10 : 10)
    case 'seekBy': {
      if (chrome.live) return gesture.isDone ? seekBy(chrome, gesture.sec) : undefined
      const toSec = Math.min(durationSec, Math.max(0, positionSec + gesture.sec))
      store.setState(gesture.isDone ? { pointerSec: null, isDragging: false } : { pointerSec: toSec, isDragging: true })
      if (gesture.isDone) player.seek(toSec)
      return showFeedback(store, gesture.sec < 0 ? 'seek-back' : 'seek-forward', clockText(toSec))
    }
    case 'volume':
      return changeVolume(chrome, gesture.by)
    case 'brightness': {
      const brightness = Math.min(1.5, Math.max(0.2, store.getState().brightness + gesture.by))
      store.setState({ brightness })
      return showFeedback(store, 'brightness', `${Math.round(brightness * 100)}%`)
    }
    case 'fast':
      store.setState({ isFast: gesture.isOn })
      return player.setTemporaryRate(gesture.isOn ? 2 : null)
    case 'fill':
      return player.setFill(gesture.isOn)
    case 'leave':
      player.setFullscreen(false)
      return player.setWebFullscreen(false)
  }
}
