import type { MatchDetail } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { useState } from 'react'
import { LazyComments } from '../../domains/comments/lazy-comments.tsx'
import { ConcealedCourse } from '../../domains/matches/concealed.tsx'
import { matchGraph, shareCard } from '../../domains/matches/match-data.ts'
import { mayHaveChanged } from '../../domains/matches/match-rules.ts'
import { matchTexts } from '../../domains/matches/match-texts.ts'
import { useRefresh } from '../../domains/matches/use-refresh.ts'
import { useSpoilerMark } from '../../lib/site/spoilers.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { matchUrl, type MatchParams } from '../../lib/urls.ts'
import { useNow } from '../../lib/use-now.ts'
import { createPlayer } from '../../player/core/create-player.ts'
import { PageMeta } from '../../ui/page-meta.tsx'
import { StructuredData } from '../../ui/structured-data.tsx'
import { GoalNotice } from './goal-notice.tsx'
import { MatchHeader } from './match-header.tsx'
import styles from './match-page.module.css'
import { matchPageTexts } from './match-page-texts.ts'
import { MatchStage } from './match-stage.tsx'
import { MatchWatch } from './match-watch.tsx'
import { Meetings } from './meetings.tsx'
import { Recordings } from './recordings.tsx'
import { RelatedMatches } from './related-matches.tsx'
import { Statistics } from './statistics.tsx'
import { Streams } from './streams.tsx'
import { useMatchPlayer } from './use-match-player.ts'
import { useMatchRoom } from './use-match-room.ts'

/** A match: before it, while it is played, and after it. */
export function MatchPage({ address, detail }: { address: MatchParams; detail: MatchDetail }) {
  const texts = useTexts(matchPageTexts)
  const words = useTexts(matchTexts)
  const [player] = useState(createPlayer)
  const nowSec = useNow(1)
  const room = useMatchRoom(detail)
  // Without a connection, as where WebSockets are blocked, nothing else brings the score.
  useRefresh(['matchDetail'], !room.isJoined && !room.isClosed && nowSec !== null && mayHaveChanged(detail, nowSec))
  const play = useMatchPlayer(player, { address, detail, nowSec })
  const { match, meetings, related, statistics } = detail
  const { id, home, away, league, start, state } = match
  const spoiler = useSpoilerMark(id)
  const names = texts.title(home.name, away.name)
  const title = texts.pageTitle(home.name, away.name, league)
  return (
    <main className={styles.page}>
      <PageMeta
        page="Match"
        title={state === 'live' ? texts.live(title) : title}
        description={texts.description(chinaDay(start), names, league)}
        placeholders={{ name: names, type: league, year: chinaDay(start).slice(0, 4) }}
        canonical={matchUrl({ id, stream: 0 })}
        image={shareCard('match', id)}
      />
      <MatchWatch player={player} play={play} detail={detail} />
      <GoalNotice detail={detail} announcement={room.announcement} />
      {room.isClosed && (
        <p role="status" className={styles.closed}>
          {texts.closed}
        </p>
      )}
      <MatchStage
        player={player}
        play={play}
        detail={detail}
        online={room.online ?? match.online}
        isClosed={room.isClosed}
        nowSec={nowSec}
      />
      <div className={styles.below}>
        <div className={styles.main}>
          <MatchHeader player={player} detail={detail} nowSec={nowSec} />
          <Streams player={player} detail={detail} play={play} isHydrated={nowSec !== null} />
          <Recordings address={address} play={play} detail={detail} />
          <Meetings meetings={meetings} />
        </div>
        <aside className={styles.aside}>
          <div data-spoiler={spoiler}>
            <Statistics rows={statistics} home={home} away={away} />
          </div>
          <RelatedMatches matches={related} nowSec={nowSec} />
        </aside>
        <div className={styles.comments}>
          <ConcealedCourse match={match} words={words.commentsHidden}>
            <LazyComments subject={{ kind: 'match', id }} />
          </ConcealedCourse>
        </div>
      </div>
      <StructuredData
        graph={import.meta.env.SSR && ((places) => matchGraph(detail, { title: names, sports: texts.sports }, places))}
      />
    </main>
  )
}
