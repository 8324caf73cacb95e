import type { ChannelDetail } from '@yunmu/contract'
import { use, useEffect, useState } from 'react'
import { LazyComments } from '../../domains/comments/lazy-comments.tsx'
import { liveEdgeTarget } from '../../domains/live/live-play.ts'
import { useWatchHeartbeat } from '../../domains/live/use-watch-heartbeat.ts'
import { useFollows } from '../../domains/live/use-follows.ts'
import { useGuideDayChange } from '../../domains/live/use-guide-day-change.ts'
import { useLiveWatch } from '../../domains/watch/use-live-watch.ts'
import { CallCacheContext, useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useNow } from '../../lib/use-now.ts'
import { createPlayer } from '../../player/core/create-player.ts'
import { freshCachedPlay } from '../../player/core/play-query.ts'
import type { EarlyPlay } from '../../player/engine/early-play.ts'
import { EarlyStart, type EarlyScripts } from '../../player/engine/early-start.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import styles from './live-page.module.css'
import { livePageTexts } from './live-page-texts.ts'
import { infoCall, type LiveAddress } from './live-address.ts'
import { LiveStage } from './live-stage.tsx'
import { LiveHeader } from './live-header.tsx'
import { OnNow } from './on-now.tsx'
import { Replays } from './replays.tsx'
import { useChannelEnd } from './use-channel-end.ts'
import { useLive } from './use-live.ts'

const nowUpdateSec = 15
const refreshMs = 60_000

interface LivePageProps {
  address: LiveAddress
  detail: ChannelDetail
  scripts: EarlyScripts | null
}

/** Channel page: player with channel list and guide, then header, replays and other channels. */
export function LivePage({ address, detail, scripts }: LivePageProps) {
  const texts = useTexts(livePageTexts)
  const [player] = useState(createPlayer)
  const nowSec = useNow(nowUpdateSec)
  useGuideDayChange(nowSec)
  const { refetch } = useCall('liveInfo', infoCall(address), { enabled: false })
  useEffect(() => {
    const timer = setInterval(refetch, refreshMs)
    return () => clearInterval(timer)
  })
  const live = useLive(player, { address, detail, nowSec })
  const follows = useFollows()
  const play = useEarlyPlay(address, detail)
  // Only server-rendered pages have the early scripts; kept in state, so that they are not rendered again.
  const [first] = useState(play && scripts ? { scripts, play } : null)
  const online = useWatchHeartbeat(player, detail.id)
  useChannelEnd(address, detail.id)
  useLiveWatch(player, { type: 'live', id: detail.id, name: detail.name, img: live.shown?.img ?? '' })
  return (
    <main className={styles.page}>
      <PageMeta
        page="Live"
        title={texts.pageTitle(detail.name, live.shown?.name ?? '')}
        placeholders={{ name: detail.name, type: detail.group }}
        image={live.shown?.img || undefined}
      />
      <LiveStage
        player={player}
        detail={detail}
        live={live}
        follows={follows}
        online={online ?? detail.online}
        nowSec={nowSec}
      />
      {first && <EarlyStart {...first} />}
      <div className={styles.below}>
        <LiveHeader player={player} detail={detail} live={live} follows={follows} />
        <Replays detail={detail} nowSec={nowSec} />
        <OnNow id={detail.id} nowSec={nowSec} />
        <div className={styles.comments}>
          <LazyComments subject={{ kind: 'live', id: detail.id }} />
        </div>
      </div>
    </main>
  )
}

function useEarlyPlay({ programmeId }: LiveAddress, detail: ChannelDetail): EarlyPlay | null {
  const cache = use(CallCacheContext)
  const result = cache && programmeId === null && detail.onAir ? freshCachedPlay(cache, liveEdgeTarget(detail)) : null
  return result && 'granted' in result ? { url: result.granted.url, startSec: 0 } : null
}
