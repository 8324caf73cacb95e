import type { Match } from '@yunmu/contract'
import { Link } from '../../../ui/link.tsx'
import { dateText, timeOfDay } from '../../../domains/library/history-rules.ts'
import { usePictures } from '../../../lib/picture.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { matchUrl } from '../../../lib/urls.ts'
import { loserOf, matchStatusOf, type MatchStatus } from './row-rules.ts'
import styles from './match-row.module.css'
import { userTexts } from '../user-texts.ts'

/** A match in one row, with the score in its centre. */
export function MatchRow({ match, nowSec }: { match: Match; nowSec: number }) {
  const texts = useTexts(userTexts)
  const { id, league, home, away, start, score, replayId } = match
  const status = matchStatusOf(match, nowSec)
  const loser = loserOf(match)
  return (
    <li>
      <Link to={matchUrl({ id, stream: 0 })} className={styles.match} data-kind={status.kind}>
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
        <span className={styles.state}>{statusText(status, texts)}</span>
        <span className={styles.way}>
          {status.kind === 'live' && texts.watch}
          {status.kind === 'over' && replayId !== null && texts.replay}
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

function statusText(status: MatchStatus, texts: (typeof userTexts)['s']): string {
  if (status.kind === 'live') return status.minute === null ? texts.running : texts.minute(status.minute)
  return status.kind === 'soon' ? texts.soon(status.minutes) : texts[status.kind]
}
