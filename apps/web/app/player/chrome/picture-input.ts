import { listen } from '../core/listen.ts'
import type { PlayerPart } from '../core/player-handle.ts'
import type { playerTexts } from '../player-texts.ts'
import { showEffect, type Chrome } from './chrome-context.ts'
import { clockText } from './clock-text.ts'
import { changeVolume, runCommand, seekBy } from './run-command.ts'
import { TouchTracker, type Touch, type TouchGesture } from './touch-rules.ts'

const singlePressMs = 220
const holdMs = 500
const tapMs = 250

const isTouch = (event: Event): event is PointerEvent => event instanceof PointerEvent && event.pointerType !== 'mouse'

/** The picture itself under the pointer and the fingers. Keys do all of it too. */
export class PictureInput implements PlayerPart {
  readonly #latest: () => Chrome
  readonly #words: (typeof playerTexts)['s']
  readonly #touches: TouchTracker
  readonly #end: () => void
  #single: ReturnType<typeof setTimeout> | undefined
  #hold: ReturnType<typeof setTimeout> | undefined

  /** What surrounds the picture is asked for when it is needed: that may change under a finger. */
  constructor(chrome: () => Chrome, layer: HTMLElement, words: (typeof playerTexts)['s']) {
    this.#latest = chrome
    this.#words = words
    this.#touches = new TouchTracker(() => {
      const { fullscreen, webFullscreen } = chrome().player.state.getState()
      return { width: layer.clientWidth, height: layer.clientHeight, isFullscreen: fullscreen || webFullscreen }
    })
    this.#end = listen<keyof HTMLElementEventMap>(layer, {
      click: (event) => event instanceof PointerEvent && event.pointerType === 'mouse' && this.#press(event, layer),
      pointerdown: (event) => isTouch(event) && this.#down(event, touchOf(event, layer)),
      pointermove: (event) => this.#pointerMoved(event, layer),
      pointerleave: () => chrome().talk?.point(null),
      pointerup: (event) => isTouch(event) && this.#up(touchOf(event, layer)),
      pointercancel: () => this.#lifted(this.#touches.cancel()),
    })
  }

  get #chrome(): Chrome {
    return this.#latest()
  }

  destroy(): void {
    clearTimeout(this.#single)
    clearTimeout(this.#hold)
    this.#end()
  }

  #pointerMoved(event: Event, layer: HTMLElement): void {
    if (isTouch(event)) this.#moved(this.#touches.move(touchOf(event, layer)))
    else if (event instanceof PointerEvent) this.#chrome.talk?.point(placeOf(event, layer))
  }

  #press(event: PointerEvent, layer: HTMLElement): void {
    this.#chrome.store.setState({ menu: null })
    clearTimeout(this.#single)
    if (this.#chrome.talk?.press(placeOf(event, layer))) return
    if (event.detail > 1) return runCommand(this.#chrome, { do: 'fullscreen' }, this.#words)
    this.#single = setTimeout(() => runCommand(this.#chrome, { do: 'toggle' }, this.#words), singlePressMs)
  }

  #down(event: PointerEvent, touch: Touch): void {
    if (this.#chrome.store.getState().isLocked) return
    // The finger is the picture's until it lifts, also beyond its edge.
    if (event.target instanceof Element) event.target.setPointerCapture(event.pointerId)
    this.#touches.down(touch)
    clearTimeout(this.#hold)
    this.#hold = setTimeout(() => this.#moved(this.#touches.held()), holdMs)
  }

  #moved(gesture: TouchGesture | null): void {
    if (!gesture) return
    clearTimeout(this.#hold)
    actOn(this.#chrome, gesture)
  }

  #up(touch: Touch): void {
    if (this.#chrome.store.getState().isLocked) return toggleControls(this.#chrome)
    this.#lifted(this.#touches.up(touch), touch)
  }

  #lifted(gesture: TouchGesture | null, at: { x: number; y: number } | null = null): void {
    clearTimeout(this.#hold)
    clearTimeout(this.#single)
    if (gesture?.kind === 'tap') this.#single = setTimeout(() => this.#tapped(at), tapMs)
    else if (gesture) actOn(this.#chrome, gesture)
  }

  /** What flies can be tapped while the controls are there; without them every tap brings them. */
  #tapped(at: { x: number; y: number } | null): void {
    const { talk, store } = this.#chrome
    if (at && store.getState().areControlsShown && talk?.press(at)) return
    toggleControls(this.#chrome)
  }
}

function placeOf(event: PointerEvent, layer: HTMLElement): { x: number; y: number } {
  const { left, top } = layer.getBoundingClientRect()
  return { x: event.clientX - left, y: event.clientY - top }
}

const touchOf = (event: PointerEvent, layer: HTMLElement): Touch => ({
  ...placeOf(event, layer),
  id: event.pointerId,
  ms: event.timeStamp,
})

function toggleControls({ store }: Chrome): void {
  store.setState(({ areControlsShown }) => ({ areControlsShown: !areControlsShown, menu: null }))
}

function actOn(chrome: Chrome, gesture: TouchGesture): void {
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
      store.setState(gesture.isDone ? { pointedSec: null, isDragging: false } : { pointedSec: toSec, isDragging: true })
      if (gesture.isDone) player.seek(toSec)
      return showEffect(store, gesture.sec < 0 ? 'seek-back' : 'seek-forward', clockText(toSec))
    }
    case 'volume':
      return changeVolume(chrome, gesture.by)
    case 'brightness': {
      const brightness = Math.min(1.5, Math.max(0.2, store.getState().brightness + gesture.by))
      store.setState({ brightness })
      return showEffect(store, 'brightness', `${Math.round(brightness * 100)}%`)
    }
    case 'fast':
      store.setState({ isFast: gesture.isOn })
      return player.setPassingRate(gesture.isOn ? 2 : null)
    case 'fill':
      return player.setFill(gesture.isOn)
    case 'leave':
      player.setFullscreen(false)
      return player.setWebFullscreen(false)
  }
}
