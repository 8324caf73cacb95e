import type { Channel } from '@yunmu/contract'
import { Link } from '../../../ui/link.tsx'
import { progressPercent } from '../../../domains/live/air-rules.ts'
import { ChannelLogo } from '../../../domains/live/channel-logo.tsx'
import { clockOf } from '@yunmu/contract/china-time'
import { useTexts } from '../../../lib/text/texts.ts'
import { channelUrl } from '../../../lib/urls.ts'
import { Icon } from '../../../ui/icons/icons.tsx'
import styles from './channel-row.module.css'
import { userTexts } from '../user-texts.ts'

interface RowProps {
  channel: Channel
  nowSec: number
  unfollow: () => void
}

/** A followed channel: logo, current programme with progress, next programme. */
export function ChannelRow({ channel, nowSec, unfollow }: RowProps) {
  const texts = useTexts(userTexts)
  const { name, now, next } = channel
  return (
    <li className={styles.channel}>
      <Link to={channelUrl(channel)} className={styles.link}>
        <ChannelLogo channel={channel} size={56} />
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          <span className={styles.now}>{now === null ? texts.noGuide : `${texts.now}　${now.name}`}</span>
          {now !== null && (
            <span className={styles.run}>
              <span style={{ width: `${progressPercent(now, nowSec)}%` }} />
            </span>
          )}
          {next !== null && (
            <span className={styles.next}>
              {texts.next}　{clockOf(next.start)}　{next.name}
            </span>
          )}
        </span>
      </Link>
      <button type="button" className={styles.letGo} aria-label={texts.unfollow(name)} onClick={unfollow}>
        <Icon name="heart-full" size={18} />
      </button>
    </li>
  )
}
