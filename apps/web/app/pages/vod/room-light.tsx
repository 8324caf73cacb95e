import { useEffect, useState } from 'react'
import styles from './vod-stage.module.css'

/**
 * The picture lights the room: its colours behind the player. Drawn from the picture's thumbhash, whose thirty pixels are
 * blurred by being stretched; a real blur would be painted anew with every frame.
 */
export function RoomLight({ thumb }: { thumb: string }) {
  const [drawn, setDrawn] = useState({ thumb: '', url: '' })
  useEffect(() => {
    let isCurrent = true
    if (thumb === '' || matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches) return
    void import('thumbhash').then(({ thumbHashToDataURL }) => {
      const bytes = Uint8Array.from(atob(thumb), (letter) => letter.charCodeAt(0))
      if (isCurrent) setDrawn({ thumb, url: thumbHashToDataURL(bytes) })
    })
    return () => {
      isCurrent = false
    }
  }, [thumb])
  return drawn.url === '' || drawn.thumb !== thumb ? null : <img className={styles.light} src={drawn.url} alt="" />
}
