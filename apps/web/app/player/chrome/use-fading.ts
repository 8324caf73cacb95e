import { useEffect, type RefObject } from 'react'
import { listen } from '../core/listen.ts'
import type { Chrome } from './chrome-context.ts'

const restMs = 2000
const leaveMs = 600
const firstMs = 4000

/**
 * Controls fade when nobody needs them: after two seconds without pointer, key or touch. They stay while it is paused,
 * while a menu is open, while the pointer rests on them and while focus came to them by the keyboard.
 */
export function useFading({ player, store }: Chrome, frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const isNeeded = (): boolean =>
      player.state.getState().paused ||
      player.state.getState().phase !== 'open' ||
      store.getState().menu !== null ||
      store.getState().isDragging ||
      element.querySelector('[data-controls]:hover, [data-controls] :focus-visible') !== null
    const rest = (afterMs: number): void => {
      clearTimeout(timer)
      timer = setTimeout(() => (isNeeded() ? rest(restMs) : store.setState({ areControlsShown: false })), afterMs)
    }
    const wake = (afterMs = restMs): void => {
      if (!store.getState().areControlsShown) store.setState({ areControlsShown: true })
      rest(afterMs)
    }
    const onMouse = (event: Event): void => {
      if (event instanceof PointerEvent && event.pointerType === 'mouse') wake()
    }
    const ends = [
      listen(element, { pointermove: onMouse, focusin: () => wake(), pointerleave: () => rest(leaveMs) }),
      listen(window, { keydown: () => wake() }),
      player.state.subscribe(({ paused, phase }, before) => {
        if (paused !== before.paused || phase !== before.phase) wake(phase === 'open' ? restMs : firstMs)
      }),
      store.subscribe(({ areControlsShown, menu }, before) => {
        if ((areControlsShown && !before.areControlsShown) || menu !== before.menu) rest(restMs)
      }),
      () => clearTimeout(timer),
    ]
    wake(firstMs)
    return () => {
      for (const end of ends) end()
    }
  }, [player, store, frame])
}
