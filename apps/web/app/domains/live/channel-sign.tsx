import type { Channel } from '@yunmu/contract'
import { usePictures } from '../../lib/picture.ts'
import { letterOf } from './air-rules.ts'
import styles from './channel-sign.module.css'

interface SignProps {
  channel: Pick<Channel, 'id' | 'name' | 'group' | 'img'>
  /** Pixels of a side. */
  size: number
}

/** The logo of a channel; without one the character that tells it from its group, on a colour that is its own. */
export function ChannelSign({ channel: { id, name, group, img }, size }: SignProps) {
  const pictures = usePictures()
  const box = { width: size, height: size, fontSize: Math.round(size * 0.46) }
  if (img === '')
    return (
      <span className={styles.sign} style={{ ...box, background: `oklch(0.45 0.1 ${(id * 47) % 360})` }} aria-hidden>
        {letterOf(name, group)}
      </span>
    )
  return (
    <span className={styles.sign} style={box}>
      <img {...pictures(img, 'poster')} sizes={`${size}px`} alt="" loading="lazy" decoding="async" />
    </span>
  )
}
