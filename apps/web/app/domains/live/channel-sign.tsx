import type { Channel } from '@yunmu/contract'
import { usePictures } from '../../lib/picture.ts'
import { letterOf } from './air-rules.ts'
import styles from './channel-sign.module.css'

interface SignProps {
  channel: Pick<Channel, 'id' | 'name' | 'group' | 'img'>
  /** Pixels of a side. */
  size: number
}

const colourOf = (id: number): string => `oklch(0.45 0.1 ${(id * 47) % 360})`

/** The logo of a channel; without one the character that tells it from its group, on a colour that is its own. */
export function ChannelSign({ channel: { id, name, group, img }, size }: SignProps) {
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

/** Fills a wide box that has no picture of its own: the sign of the channel, large, on its colour. */
export function ChannelPlate({ channel: { id, name, group, img } }: Pick<SignProps, 'channel'>) {
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
