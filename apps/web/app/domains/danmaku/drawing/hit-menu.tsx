import { useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { DanmakuActions } from '../list/danmaku-actions.tsx'
import type { DanmakuRoom } from '../danmaku-room.ts'
import { focusPlayer } from '../danmaku-focus.ts'
import styles from './hit-menu.module.css'
import type { HitStore } from '../stores/hit-store.ts'

const edgePx = 8
const gapPx = 4

/** Menu of the danmaku that is held under the pointer. */
export function HitMenu({ room, hits }: { room: DanmakuRoom; hits: HitStore }) {
  const { hit, isPinned } = useStore(hits.state)
  const isGone = useStore(room.state, () => hit !== null && !room.has(hit.danmaku.id))
  const menu = useRef<HTMLDivElement>(null)
  const { x = 0, y = 0, width = 0, height = 0 } = hit?.box ?? {}
  useLayoutEffect(() => {
    const box = menu.current
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
      // Otherwise the player would also leave web full screen.
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
  const closeMenu = (): void => {
    // The focus returns to the player, where a dialog will restore it as well.
    if (menu.current?.contains(document.activeElement)) focusPlayer()
    hits.release()
  }
  if (!hit) return null
  return (
    <div
      ref={menu}
      className={styles.plate}
      onPointerEnter={() => hits.cancelPending()}
      onPointerLeave={() => hits.movePointer(null)}
      data-hit
    >
      <DanmakuActions
        key={hit.danmaku.id}
        room={room}
        danmaku={hit.danmaku}
        onChange={(danmaku) => {
          room.replace(danmaku)
          hits.replace(danmaku)
        }}
        onDone={closeMenu}
      />
    </div>
  )
}
