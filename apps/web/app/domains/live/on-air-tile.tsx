import type { Channel } from '@yunmu/contract'
import { Link } from '../../ui/link.tsx'
import { clockOf } from '@yunmu/contract/china-time'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { channelUrl } from '../../lib/urls.ts'
import { LockSign } from '../../ui/titles/lock-sign.tsx'
import { progressPercent } from './air-rules.ts'
import { ChannelCover, ChannelLogo } from './channel-logo.tsx'
import { channelTexts } from './channel-texts.ts'
import styles from './on-air-tile.module.css'

interface TileProps {
  channel: Channel
  nowSec: number | null
  /** The channel's logo beside the text, or the number of viewers over the picture. */
  badge?: 'sign' | 'viewers'
}

/** A channel with its current programme: picture, progress, name and next programme. */
export function OnAirTile({ channel, nowSec, badge = 'sign' }: TileProps) {
  const texts = useTexts(channelTexts)
  const pictures = usePictures()
  const { name, now, next, online, locked } = channel
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
          <ChannelCover channel={channel} />
        )}
        {badge === 'viewers' && (
          <span className={styles.viewers}>{online > 0 ? texts.watching(online) : texts.onAir}</span>
        )}
        {now && (
          <span className={styles.run}>
            <span style={{ width: `${nowSec === null ? 0 : progressPercent(now, nowSec)}%` }} />
          </span>
        )}
      </span>
      <span className={styles.caption}>
        {badge === 'sign' && <ChannelLogo channel={channel} size={32} />}
        <span className={styles.words}>
          <span className={styles.programme}>{now?.name ?? texts.noGuide}</span>
          <span className={styles.channel}>
            {name}
            {locked && <LockSign />}
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
