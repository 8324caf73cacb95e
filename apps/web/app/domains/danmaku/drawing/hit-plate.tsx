import { useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { DanmakuActs } from '../list/danmaku-acts.tsx'
import type { DanmakuRoom } from '../danmaku-room.ts'
import { focusPicture } from '../danmaku-focus.ts'
import styles from './hit-plate.module.css'
import type { HitStore } from '../stores/hit-store.ts'

const edgePx = 8
const gapPx = 4

/** At a danmaku that stands still under the pointer: what can be done with it. */
export function HitPlate({ room, hits }: { room: DanmakuRoom; hits: HitStore }) {
  const { hit, isPinned } = useStore(hits.state)
  const isGone = useStore(room.state, () => hit !== null && !room.knows(hit.danmaku.id))
  const plate = useRef<HTMLDivElement>(null)
  const { x = 0, y = 0, width = 0, height = 0 } = hit?.box ?? {}
  useLayoutEffect(() => {
    const box = plate.current
    const frame = box?.parentElement
    if (!box || !frame) return
    const left = Math.min(
      Math.max(edgePx, x + width / 2 - box.offsetWidth / 2),
      frame.clientWidth - box.offsetWidth - edgePx,
    )
    const below = y + height + gapPx
    const top = below + box.offsetHeight > frame.clientHeight - edgePx ? y - box.offsetHeight - gapPx : below
    box.style.translate = `${Math.max(edgePx, left)}px ${top}px`
  })
  useEffect(() => {
    if (isGone) hits.release()
  }, [isGone, hits])
  useEffect(() => {
    if (!isPinned) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      hits.release()
      // The player behind it would leave its full window as well.
      event.preventDefault()
    }
    const onPress = ({ target }: Event): void => {
      const isOwn = target instanceof Element && target.closest('[data-picture], [data-hit]') !== null
      if (!isOwn) hits.release()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [isPinned, hits])
  const leave = (): void => {
    // Who pressed something on it goes on at the picture; a dialog gives the focus back there.
    if (plate.current?.contains(document.activeElement)) focusPicture()
    hits.release()
  }
  if (!hit) return null
  return (
    <div
      ref={plate}
      className={styles.plate}
      onPointerEnter={() => hits.stay()}
      onPointerLeave={() => hits.point(null)}
      data-hit
    >
      <DanmakuActs
        key={hit.danmaku.id}
        room={room}
        danmaku={hit.danmaku}
        changed={(danmaku) => {
          room.replace(danmaku)
          hits.replace(danmaku)
        }}
        done={leave}
      />
    </div>
  )
}
