import { useSite } from '../lib/site/site.ts'
import styles from './portrait.module.css'

interface FaceProps {
  /** Relative to the base of pictures; empty shows the first letter of the name. */
  img: string
  name: string
  vip: boolean
  size: number
}

/** Somebody's picture in a round. VIPs wear gold. It says nothing: the name stands beside it. */
export function Face({ img, name, vip, size }: FaceProps) {
  const base = useSite()?.image_base ?? ''
  return (
    <span
      className={styles.portrait}
      data-vip={vip || undefined}
      style={{ width: size, height: size, fontSize: size * 0.45 }}
      aria-hidden="true"
    >
      {img === '' ? [...name][0] : <img src={base + img} alt="" width={size} height={size} />}
    </span>
  )
}
