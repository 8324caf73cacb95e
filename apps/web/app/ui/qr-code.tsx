import { useEffect, useState } from 'react'
import styles from './qr-code.module.css'

interface QrCodeProps {
  text: string
  label: string
  /** Whether the caption is for screen readers only. */
  isLabelHidden?: boolean
  /** Whether a mark covers its centre: then more of the code may be unreadable. */
  hasMark?: boolean
}

/** A QR code (ISO/IEC 18004) with a caption. The encoder is loaded with the first code. */
export function QrCode({ text, label, isLabelHidden = false, hasMark = false }: QrCodeProps) {
  const [path, setPath] = useState<{ d: string; size: number } | null>(null)
  useEffect(() => {
    let isCurrent = true
    void import('uqr').then(({ encode }) => {
      const { data, size } = encode(text, { ecc: hasMark ? 'Q' : 'M', border: 2 })
      const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
      if (isCurrent) setPath({ d: dark.join(''), size })
    })
    return () => {
      isCurrent = false
    }
  }, [text, hasMark])
  return (
    <figure className={styles.code} data-qr={text}>
      <svg viewBox={`0 0 ${path?.size ?? 1} ${path?.size ?? 1}`} shapeRendering="crispEdges" aria-hidden="true">
        <path d={path?.d ?? ''} />
      </svg>
      <figcaption className={isLabelHidden ? 'unseen' : undefined}>{label}</figcaption>
    </figure>
  )
}
