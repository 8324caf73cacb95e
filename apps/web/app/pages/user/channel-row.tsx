import type { Channel } from '@yunmu/contract'
import { Link } from 'react-router'
import { timeOfDay } from '../../domains/library/history-rules.ts'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/texts.ts'
import { liveUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons.tsx'
import styles from './channel-row.module.css'
import { runShare } from './live-rules.ts'
import { userTexts } from './user-texts.ts'

interface RowProps {
  channel: Channel
  nowSec: number
  letGo: () => void
}

/** A followed channel: its sign, what is on, how much of it has run, and what comes. */
export function ChannelRow({ channel, nowSec, letGo }: RowProps) {
  const texts = useTexts(userTexts)
  const { id, types, name, now, next } = channel
  return (
    <li className={styles.channel}>
      <Link to={liveUrl({ types, stream: 0, id })} className={styles.link}>
        <ChannelSign channel={channel} />
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          <span className={styles.now}>{now === null ? texts.noGuide : `${texts.now}　${now.name}`}</span>
          {now !== null && (
            <span className={styles.run}>
              <span style={{ width: `${runShare(now, nowSec)}%` }} />
            </span>
          )}
          {next !== null && (
            <span className={styles.next}>
              {texts.next}　{timeOfDay(next.start)}　{next.name}
            </span>
          )}
        </span>
      </Link>
      <button type="button" className={styles.letGo} aria-label={texts.unfollow(name)} onClick={letGo}>
        <Icon name="heart-full" size={18} />
      </button>
    </li>
  )
}

/** The logo; without one the first character, on a colour that is the channel's own. */
function ChannelSign({ channel: { id, name, img } }: { channel: Channel }) {
  const pictures = usePictures()
  if (img === '')
    return (
      <span className={styles.sign} style={{ background: `oklch(0.42 0.08 ${(id * 47) % 360})` }} aria-hidden="true">
        {[...name][0]}
      </span>
    )
  return (
    <span className={styles.sign}>
      <img {...pictures(img, 'poster')} sizes="56px" alt="" loading="lazy" decoding="async" />
    </span>
  )
}
