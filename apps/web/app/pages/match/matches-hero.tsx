import type { Match } from '@yunmu/contract'
import { chinaDay, clockOf } from '@yunmu/contract/china-time'
import { scorersOf } from '../../domains/matches/match-rules.ts'
import { Crest } from '../../domains/matches/crest.tsx'
import { MatchScore } from '../../domains/matches/match-score.tsx'
import { RowStateText } from '../../domains/matches/row-state.tsx'
import { SubscribeButton } from '../../domains/matches/subscribe-button.tsx'
import { useSpoilerMark } from '../../lib/site/spoilers.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { matchUrl } from '../../lib/urls.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { OverArtwork } from '../../ui/titles/over-artwork.tsx'
import styles from './matches-hero.module.css'
import { matchesTexts } from './matches-texts.ts'
import { Stadium } from './stadium.tsx'

/** At most this many commentaries have a button of their own. */
const maxStreams = 3

/** The match with the most viewers, else the next one, else the last result. */
export function MatchesHero({ match, nowSec }: { match: Match; nowSec: number | null }) {
  const texts = useTexts(matchesTexts)
  const { id, league, round, venue, home, away, state, score } = match
  const { data: detail } = useCall('matchDetail', { id }, { enabled: state !== 'upcoming' })
  const spoiler = useSpoilerMark(id)
  const timeline = detail?.match.id === id ? detail.timeline : []
  return (
    <section className={styles.hero} aria-label={texts.spoken(home.name, away.name)}>
      <OverArtwork />
      <Stadium match={match} />
      <div className={styles.inner}>
        <h1 className="unseen">{texts.heading}</h1>
        <p className={styles.facts}>
          <RowStateText match={match} nowSec={nowSec} />
          <span>{league}</span>
          {round !== '' && <span>{round}</span>}
          {venue !== '' && <span>{venue}</span>}
        </p>
        <div className={styles.teams}>
          <Team team={home} scorers={scorersOf(match, timeline, 'home')} spoiler={spoiler} />
          <span className={styles.score} data-state={state}>
            {score === null ? <Kickoff match={match} nowSec={nowSec} /> : <MatchScore match={match} />}
          </span>
          <Team team={away} scorers={scorersOf(match, timeline, 'away')} spoiler={spoiler} isAway />
        </div>
        <HeroActions match={match} />
      </div>
    </section>
  )
}

interface TeamProps {
  team: Match['home']
  scorers: readonly string[]
  spoiler: '' | undefined
  isAway?: boolean
}

function Team({ team, scorers, spoiler, isAway }: TeamProps) {
  return (
    <div className={styles.team} data-side={isAway ? 'away' : 'home'}>
      <Crest team={team} size={104} />
      <div>
        <h2 className={styles.name}>{team.name}</h2>
        <p className={styles.scorers}>
          <span data-spoiler={spoiler}>{scorers.join('　')}</span>
        </p>
      </div>
    </div>
  )
}

function Kickoff({ match: { start }, nowSec }: { match: Match; nowSec: number | null }) {
  const texts = useTexts(matchesTexts)
  const day = chinaDay(start)
  const isToday = nowSec !== null && chinaDay(nowSec) === day
  return isToday
    ? texts.kickoff(clockOf(start))
    : texts.onMonthDay(Number(day.slice(5, 7)), Number(day.slice(8)), clockOf(start))
}

function HeroActions({ match }: { match: Match }) {
  const texts = useTexts(matchesTexts)
  const { id, state, streams, online } = match
  if (state !== 'live')
    return (
      <div className={styles.actions}>
        {state === 'upcoming' && <SubscribeButton match={match} size="large" />}
        <ButtonLink to={matchUrl({ id, stream: 0 })} variant="overArt" className={styles.button}>
          {texts.toMatch}
        </ButtonLink>
      </div>
    )
  return (
    <div className={styles.actions}>
      <ButtonLink to={matchUrl({ id, stream: 0 })} variant="primary" icon="play" className={styles.button}>
        {texts.watchLive}
      </ButtonLink>
      {streams.length > 1 &&
        streams.slice(0, maxStreams).map((stream) => (
          <ButtonLink
            key={stream.id}
            to={matchUrl({ id, stream: stream.id })}
            variant="overArt"
            className={`${styles.button} ${styles.stream}`}
          >
            {stream.name}
          </ButtonLink>
        ))}
      {online > 0 && <span className={styles.online}>{texts.watching(online.toLocaleString('en'))}</span>}
    </div>
  )
}
