import type { MatchDetail, MatchState } from '@yunmu/contract'
import { chinaDay, clockOf } from '@yunmu/contract/china-time'
import { Crest } from '../../domains/matches/crest.tsx'
import { countdownOf } from '../../domains/matches/match-rules.ts'
import { MatchScore } from '../../domains/matches/match-score.tsx'
import { Stadium } from './stadium.tsx'
import { SubscribeButton } from '../../domains/matches/subscribe-button.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { matchesUrl } from '../../lib/urls.ts'
import { Link } from '../../ui/link.tsx'
import { matchPageTexts } from './match-page-texts.ts'
import styles from './waiting.module.css'

interface WaitingProps {
  detail: MatchDetail
  nowSec: number | null
}

const screens = { upcoming: 'before-match', live: 'during-match', over: 'after-match' } as const satisfies Record<
  MatchState,
  string
>

/** In place of the picture: the countdown before a match, the score after it, or why it is not played. */
export function Waiting({ detail: { match }, nowSec }: WaitingProps) {
  const { home, away, state } = match
  return (
    <div className={styles.waiting} data-screen={screens[state]}>
      <Stadium match={match} />
      <div className={styles.content}>
        <div className={styles.teams}>
          <Crest team={home} size={104} />
          <span className={styles.score}>
            <MatchScore match={match} />
          </span>
          <Crest team={away} size={104} />
        </div>
        {state === 'upcoming' ? <Before match={match} nowSec={nowSec} /> : <Without match={match} />}
      </div>
    </div>
  )
}

function Before({ match, nowSec }: { match: MatchDetail['match']; nowSec: number | null }) {
  const texts = useTexts(matchPageTexts)
  const { start, status, streams } = match
  if (status === 'postponed')
    return (
      <>
        <p className={styles.words}>{texts.postponed}</p>
        <SubscribeButton match={match} size="large" />
      </>
    )
  const [year, month, date] = chinaDay(start).split('-').map(Number)
  const { days, clock } = countdownOf(start, nowSec ?? start)
  const hasStarted = nowSec !== null && nowSec >= start
  return (
    <>
      <p className={styles.kickoff}>
        {texts.day(year ?? 0, month ?? 0, date ?? 0)} {texts.kickoff(clockOf(start))}
      </p>
      {nowSec !== null && !hasStarted && (
        <p className={styles.countdown} role="timer" aria-label={texts.countdown}>
          {days > 0 && <span>{texts.days(days)}</span>}
          <b>{clock}</b>
        </p>
      )}
      <SubscribeButton match={match} size="large" />
      <p className={styles.words}>{streams.length === 0 ? texts.noStreams : texts.opens}</p>
    </>
  )
}

function Without({ match: { state, status } }: Pick<MatchDetail, 'match'>) {
  const texts = useTexts(matchPageTexts)
  if (state === 'live') return <p className={styles.words}>{texts.noStreams}</p>
  const isStopped = status === 'cancelled' || status === 'abandoned'
  return (
    <>
      <p className={styles.kickoff}>{isStopped ? texts[status] : texts.over}</p>
      {!isStopped && <p className={styles.words}>{texts.noReplay}</p>}
      <Link to={matchesUrl()} className={styles.link}>
        {texts.otherMatches}
      </Link>
    </>
  )
}
