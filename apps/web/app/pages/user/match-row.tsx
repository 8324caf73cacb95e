import type { Match } from '@yunmu/contract'
import { Link } from 'react-router'
import { dateText, timeOfDay } from '../../domains/library/history-rules.ts'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { matchUrl } from '../../lib/urls.ts'
import { loserOf, standingOf, type Standing } from './live-rules.ts'
import styles from './match-row.module.css'
import { userTexts } from './user-texts.ts'

/** A match as one line: the score is its axis. */
export function MatchRow({ match, nowSec }: { match: Match; nowSec: number }) {
  const texts = useTexts(userTexts)
  const { id, league, home, away, start, score, replayId } = match
  const standing = standingOf(match, nowSec)
  const loser = loserOf(match)
  return (
    <li>
      <Link to={matchUrl({ id, stream: 0 })} className={styles.match} data-kind={standing.kind}>
        <span className={styles.time}>
          {dateText(start, nowSec)} {timeOfDay(start)}
        </span>
        <span className={styles.league}>{league}</span>
        <Side team={home} side="home" isLoser={loser === 'home'} />
        <span className={styles.score}>
          {score === null ? (
            texts.against
          ) : (
            <>
              <span aria-hidden="true">
                {score[0]} : {score[1]}
              </span>
              <span className="unseen">{texts.score(...score)}</span>
            </>
          )}
        </span>
        <Side team={away} side="away" isLoser={loser === 'away'} />
        <span className={styles.state}>{standingWords(standing, texts)}</span>
        <span className={styles.way}>
          {standing.kind === 'live' && texts.watch}
          {standing.kind === 'over' && replayId !== null && texts.replay}
        </span>
      </Link>
    </li>
  )
}

function Side({ team, side, isLoser }: { team: Match['home']; side: 'home' | 'away'; isLoser: boolean }) {
  const pictures = usePictures()
  return (
    <span className={styles.side} data-side={side} data-loser={isLoser || undefined}>
      <span className={styles.name}>{team.name}</span>
      {team.img === '' ? (
        <span className={styles.crest} aria-hidden="true">
          {[...team.name][0]}
        </span>
      ) : (
        <img className={styles.crest} {...pictures(team.img, 'poster')} sizes="34px" alt="" loading="lazy" />
      )}
    </span>
  )
}

function standingWords(standing: Standing, texts: (typeof userTexts)['s']): string {
  if (standing.kind === 'live') return standing.minute === null ? texts.running : texts.minute(standing.minute)
  return standing.kind === 'soon' ? texts.soon(standing.minutes) : texts[standing.kind]
}
