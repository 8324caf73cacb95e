import type { Channel } from '@yunmu/contract'
import { Link } from 'react-router'
import { clockOf } from '@yunmu/contract/china-time'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { channelUrl } from '../../lib/urls.ts'
import { runShare } from './air-rules.ts'
import { ChannelPlate, ChannelSign } from './channel-sign.tsx'
import { channelTexts } from './channel-texts.ts'
import styles from './on-air-tile.module.css'

interface TileProps {
  channel: Channel
  nowSec: number | null
  /** Beside the words: the channel's sign, or over the picture how many watch. */
  shows?: 'sign' | 'viewers'
}

/** A channel by what is on: the picture, how much has run, whose it is and what comes. */
export function OnAirTile({ channel, nowSec, shows = 'sign' }: TileProps) {
  const texts = useTexts(channelTexts)
  const pictures = usePictures()
  const { name, now, next, online } = channel
  return (
    <Link to={channelUrl(channel)} className={styles.tile}>
      <span className={styles.picture}>
        {now && now.img !== '' ? (
          <img
            {...pictures(now.img, 'wide')}
            sizes="(width < 600px) 60vw, 25vw"
            alt=""
            loading="lazy"
            decoding="async"
          />
        ) : (
          <ChannelPlate channel={channel} />
        )}
        {shows === 'viewers' && (
          <span className={styles.viewers}>{online > 0 ? texts.watching(online) : texts.onAir}</span>
        )}
        {now && (
          <span className={styles.run}>
            <span style={{ width: `${nowSec === null ? 0 : runShare(now, nowSec)}%` }} />
          </span>
        )}
      </span>
      <span className={styles.caption}>
        {shows === 'sign' && <ChannelSign channel={channel} size={32} />}
        <span className={styles.words}>
          <span className={styles.programme}>{now?.name ?? texts.noGuide}</span>
          <span className={styles.channel}>
            {name}
            {next && (
              <span className={styles.next}>
                {clockOf(next.start)} {next.name}
              </span>
            )}
          </span>
        </span>
      </span>
    </Link>
  )
}
