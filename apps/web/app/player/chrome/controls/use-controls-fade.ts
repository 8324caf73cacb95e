import { useEffect, type RefObject } from 'react'
import { listen } from '../../core/listen.ts'
import type { Chrome } from '../chrome-context.ts'

const hideAfterMs = 2000
const hideAfterLeaveMs = 600
const initialShowMs = 4000

/**
 * Hides the controls after two seconds without pointer, key or touch. They stay while paused, while a menu is open,
 * while the pointer is over them, and while they have keyboard focus.
 */
export function useControlsFade({ player, store }: Chrome, frame: RefObject<HTMLElement | null>): void {
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
    const hideLater = (afterMs: number): void => {
      clearTimeout(timer)
      timer = setTimeout(
        () => (isNeeded() ? hideLater(hideAfterMs) : store.setState({ areControlsShown: false })),
        afterMs,
      )
    }
    const showControls = (afterMs = hideAfterMs): void => {
      if (!store.getState().areControlsShown) store.setState({ areControlsShown: true })
      hideLater(afterMs)
    }
    const onMouse = (event: Event): void => {
      if (event instanceof PointerEvent && event.pointerType === 'mouse') showControls()
    }
    const ends = [
      listen(element, {
        pointermove: onMouse,
        focusin: () => showControls(),
        pointerleave: () => hideLater(hideAfterLeaveMs),
      }),
      listen(window, { keydown: () => showControls() }),
      player.state.subscribe(({ paused, phase }, before) => {
        if (paused !== before.paused || phase !== before.phase)
          showControls(phase === 'open' ? hideAfterMs : initialShowMs)
      }),
      store.subscribe(({ areControlsShown, menu }, before) => {
        if ((areControlsShown && !before.areControlsShown) || menu !== before.menu) hideLater(hideAfterMs)
      }),
      () => clearTimeout(timer),
    ]
    showControls(initialShowMs)
    return () => {
      for (const end of ends) end()
    }
  }, [player, store, frame])
}
