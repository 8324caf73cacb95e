import type { TitleDetail } from '@yunmu/contract'
import { useEffect, useEffectEvent } from 'react'
import { followText, waitingFor } from '../../domains/library/follow-rules.ts'
import { libraryTexts } from '../../domains/library/library-texts.ts'
import { useOpinion } from '../../domains/library/use-opinion.ts'
import { momentText } from '../../domains/media/episode-title.ts'
import { mediaTexts } from '../../domains/media/media-texts.ts'
import { serverNowSec } from '../../lib/boot/boot.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { PlayerActions, PlayerMetadata } from '../../player/chrome/chrome-context.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './upcoming-episode.module.css'
import { vodTexts } from './vod-texts.ts'

interface UpcomingProps {
  detail: TitleDetail
  airAtSec: number
  metadata: PlayerMetadata
  actions: PlayerActions
}

const checkEveryMs = 10_000

/** Instead of the picture of an episode that has not aired yet: when it airs, and a reminder. */
export function UpcomingEpisode({ detail, airAtSec, metadata, actions }: UpcomingProps) {
  const texts = useTexts(vodTexts)
  const media = useTexts(mediaTexts)
  useReloadWhenAired(detail, airAtSec)
  const { ready, picture } = metadata
  return (
    <div className={styles.screen} role="status" data-screen="upcoming">
      {picture !== '' && <img className={styles.artwork} src={picture} alt="" fetchPriority="low" />}
      {metadata.episode !== '' && <p className={styles.episode}>{metadata.episode}</p>}
      <p className={styles.moment}>{texts.airs(momentText(airAtSec, media))}</p>
      <p className={styles.hint}>{texts.airsHint}</p>
      <div className={styles.ways}>
        <FollowButton detail={detail} />
        {ready && (
          <button type="button" className={styles.way} onClick={() => actions.openEpisode(ready.level)}>
            {texts.watchFirst(ready.name)}
          </button>
        )}
      </div>
    </div>
  )
}

function FollowButton({ detail }: Pick<UpcomingProps, 'detail'>) {
  const texts = useTexts(libraryTexts)
  const { followed, toggleFollowed } = useOpinion(detail)
  const waiting = waitingFor(detail)
  if (!waiting) return null
  return (
    <button type="button" className={styles.way} data-primary aria-pressed={followed} onClick={toggleFollowed}>
      <Icon name="bell" size={18} />
      {followText(waiting, followed, texts)}
    </button>
  )
}

/** Requests the title again when its episode has aired, so that it plays. */
function useReloadWhenAired({ id, pidId }: TitleDetail, airAtSec: number): void {
  const { refetch } = useCall('vodDetail', { type: pidId, id })
  const check = useEffectEvent(() => {
    if (serverNowSec() >= airAtSec && !document.hidden) refetch()
  })
  useEffect(() => {
    const timer = setInterval(() => check(), checkEveryMs)
    return () => clearInterval(timer)
  }, [])
}
