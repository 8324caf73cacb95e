import { useEffect, useState } from 'react'
import styles from './vod-stage.module.css'

/**
 * The picture lights the room: its colours behind the player. Drawn from the picture's thumbhash, whose thirty pixels are
 * blurred by being stretched; a real blur would be painted anew with every frame.
 */
export function RoomLight({ thumb }: { thumb: string }) {
  const [url, setUrl] = useState('')
  useEffect(() => {
    let isCurrent = true
    setUrl('')
    if (thumb === '' || matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches) return
    void import('thumbhash').then(({ thumbHashToDataURL }) => {
      const bytes = Uint8Array.from(atob(thumb), (letter) => letter.charCodeAt(0))
      if (isCurrent) setUrl(thumbHashToDataURL(bytes))
    })
    return () => {
      isCurrent = false
    }
  }, [thumb])
  return url === '' ? null : <img className={styles.light} src={url} alt="" />
}
