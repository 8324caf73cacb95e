import type { Channel } from '@yunmu/contract'
import { usePictures } from '../../lib/picture.ts'
import { letterOf } from './air-rules.ts'
import styles from './channel-logo.module.css'

interface ChannelLogoProps {
  channel: Pick<Channel, 'id' | 'name' | 'group' | 'img'>
  /** Side length in pixels. */
  size: number
}

const colourOf = (id: number): string => `oklch(0.45 0.1 ${(id * 47) % 360})`

/** A channel's logo; without one, its letter on a colour derived from its id. */
export function ChannelLogo({ channel: { id, name, group, img }, size }: ChannelLogoProps) {
  const pictures = usePictures()
  const box = { width: size, height: size, fontSize: Math.round(size * 0.46) }
  if (img === '')
    return (
      <span className={styles.sign} style={{ ...box, background: colourOf(id) }} aria-hidden>
        {letterOf(name, group)}
      </span>
    )
  return (
    <span className={styles.sign} style={box}>
      <img {...pictures(img, 'poster')} sizes={`${size}px`} alt="" loading="lazy" decoding="async" />
    </span>
  )
}

/** Wide cover for a channel without a picture: its logo or letter, large, on its colour. */
export function ChannelCover({ channel: { id, name, group, img } }: Pick<ChannelLogoProps, 'channel'>) {
  const pictures = usePictures()
  return (
    <span className={styles.plate} style={{ background: colourOf(id) }} data-sign aria-hidden>
      {img === '' ? (
        letterOf(name, group)
      ) : (
        <img
          {...pictures(img, 'poster')}
          className={styles.logo}
          sizes="120px"
          alt=""
          loading="lazy"
          decoding="async"
        />
      )}
    </span>
  )
}
