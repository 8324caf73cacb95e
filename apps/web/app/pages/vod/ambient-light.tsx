import { useEffect, useState } from 'react'
import styles from './vod-stage.module.css'

/**
 * Blurred colours of the picture behind the player, from its thumbhash, which is scaled up: a CSS blur would be
 * repainted on every frame.
 */
export function AmbientLight({ thumb }: { thumb: string }) {
  const [image, setImage] = useState({ thumb: '', url: '' })
  useEffect(() => {
    let isCurrent = true
    if (thumb === '' || matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches) return
    void import('thumbhash').then(({ thumbHashToDataURL }) => {
      const bytes = Uint8Array.from(atob(thumb), (letter) => letter.charCodeAt(0))
      if (isCurrent) setImage({ thumb, url: thumbHashToDataURL(bytes) })
    })
    return () => {
      isCurrent = false
    }
  }, [thumb])
  return image.url === '' || image.thumb !== thumb ? null : <img className={styles.light} src={image.url} alt="" />
}
