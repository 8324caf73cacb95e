import { useRef, useState, type CSSProperties, type MouseEvent, type PointerEvent } from 'react'

/** A swipe beyond this removes the item. */
const removeAtPx = 96
/** A longer movement is not a click. */
const clickTolerancePx = 8

interface SwipeHandlers {
  style: CSSProperties
  onPointerDown: (event: PointerEvent) => void
  onPointerMove: (event: PointerEvent) => void
  onPointerUp: (event: PointerEvent) => void
  onPointerCancel: () => void
  onClickCapture: (event: MouseEvent) => void
}

/** Swipe left to remove. Vertical movement scrolls the page. */
export function useSwipeToRemove(onRemove: () => void): SwipeHandlers {
  const [shift, setShift] = useState(0)
  const from = useRef<number | null>(null)
  const hasMoved = useRef(false)
  const end = (): void => {
    from.current = null
    setShift(0)
  }
  return {
    style: { touchAction: 'pan-y', ...(shift < 0 ? { translate: `${shift}px`, opacity: 1 + shift / 300 } : {}) },
    onPointerDown({ pointerType, clientX }) {
      hasMoved.current = false
      from.current = pointerType === 'touch' ? clientX : null
    },
    onPointerMove({ clientX }) {
      if (from.current === null) return
      const moved = Math.min(0, clientX - from.current)
      if (moved < -clickTolerancePx) hasMoved.current = true
      if (hasMoved.current) setShift(moved)
    },
    onPointerUp({ clientX }) {
      const isRemoved = from.current !== null && clientX - from.current < -removeAtPx
      end()
      if (isRemoved) onRemove()
    },
    onPointerCancel: end,
    onClickCapture(event) {
      if (!hasMoved.current) return
      hasMoved.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
