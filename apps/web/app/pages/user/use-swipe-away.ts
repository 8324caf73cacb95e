import { useRef, useState, type CSSProperties, type MouseEvent, type PointerEvent } from 'react'

/** Beyond this it is gone when the finger leaves. */
const awayPx = 96
/** A finger that moved so far did not press. */
const pressPx = 8

interface SwipeAway {
  style: CSSProperties
  onPointerDown: (event: PointerEvent) => void
  onPointerMove: (event: PointerEvent) => void
  onPointerUp: (event: PointerEvent) => void
  onPointerCancel: () => void
  onClickCapture: (event: MouseEvent) => void
}

/** Lets a finger push something out to the left. Up and down belong to the page. */
export function useSwipeAway(away: () => void): SwipeAway {
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
      if (moved < -pressPx) hasMoved.current = true
      if (hasMoved.current) setShift(moved)
    },
    onPointerUp({ clientX }) {
      const isAway = from.current !== null && clientX - from.current < -awayPx
      end()
      if (isAway) away()
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
