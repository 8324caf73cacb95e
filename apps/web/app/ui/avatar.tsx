import { useSite } from '../lib/site/site.ts'
import { initialOf } from './initial-of.ts'
import styles from './user-avatar.module.css'

interface AvatarProps {
  /** Relative to the picture base; empty shows the first letter of the name. */
  img: string
  name: string
  vip: boolean
  size: number
}

/** A user's round picture, with a gold ring for VIPs. Hidden from screen readers, because the name is next to it. */
export function Avatar({ img, name, vip, size }: AvatarProps) {
  const base = useSite()?.image_base ?? ''
  return (
    <span
      className={styles.portrait}
      data-vip={vip || undefined}
      style={{ width: size, height: size, fontSize: size * 0.45 }}
      aria-hidden="true"
    >
      {img === '' ? initialOf(name) : <img src={base + img} alt="" width={size} height={size} />}
    </span>
  )
}
