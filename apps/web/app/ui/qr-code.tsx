import { useEffect, useState } from 'react'
import styles from './qr-code.module.css'

/** A QR code (ISO/IEC 18004) with a caption. The encoder is loaded with the first code. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [path, setPath] = useState<{ d: string; size: number } | null>(null)
  useEffect(() => {
    let isCurrent = true
    void import('uqr').then(({ encode }) => {
      const { data, size } = encode(text, { ecc: 'M', border: 2 })
      const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
      if (isCurrent) setPath({ d: dark.join(''), size })
    })
    return () => {
      isCurrent = false
    }
  }, [text])
  return (
    <figure className={styles.code} data-qr={text}>
      <svg viewBox={`0 0 ${path?.size ?? 1} ${path?.size ?? 1}`} shapeRendering="crispEdges" aria-hidden="true">
        <path d={path?.d ?? ''} />
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  )
}
