import type { ChannelDetail } from '@yunmu/contract'
import { Link } from '../../ui/link.tsx'
import { ChannelCover } from '../../domains/live/channel-logo.tsx'
import { channelTexts } from '../../domains/live/channel-texts.ts'
import { dayAndClock } from '../../domains/live/day-rules.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { chinaDay } from '@yunmu/contract/china-time'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { channelUrl, guideUrl } from '../../lib/urls.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import styles from './live-page.module.css'
import { livePageTexts } from './live-page-texts.ts'
import { replaysCall } from './live-address.ts'

/** Recent programmes of the channel that can be replayed. Renders nothing if there are none. */
export function Replays({ detail, nowSec }: { detail: ChannelDetail; nowSec: number | null }) {
  const texts = useTexts(livePageTexts)
  const words = useTexts(channelTexts)
  const pictures = usePictures()
  const { data, isPlaceholderData } = useCall('liveVodList', replaysCall(detail.id))
  const list = isPlaceholderData ? [] : (data?.list ?? [])
  if (list.length === 0) return null
  const today = chinaDay(nowSec ?? list[0]?.end ?? 0)
  return (
    <section className={styles.section} aria-labelledby="replays">
      <div className={styles.line}>
        <h2 id="replays">{texts.replays}</h2>
        {detail.replayDays > 0 && (
          <Link to={guideUrl({ group: detail.group })} className={styles.more}>
            {texts.allReplays(detail.replayDays)}
          </Link>
        )}
      </div>
      <ul className={styles.five}>
        {list.map(({ id, name, sub, start, end, img }) => (
          <li key={id}>
            <Link to={channelUrl(detail, { programme: id })} className={styles.replay}>
              <span className={styles.picture}>
                {img === '' ? (
                  <ChannelCover channel={detail} />
                ) : (
                  <img {...pictures(img, 'wide')} sizes="(width < 900px) 60vw, 20vw" alt="" loading="lazy" />
                )}
                <PlayerIcon name="replay" size={28} />
              </span>
              <span className={styles.name}>
                {name} {sub}
              </span>
              <span className={styles.when}>
                {dayAndClock(start, today, words)}　{texts.minutes(Math.round((end - start) / 60))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
