import type { Match } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { behindOf } from '../../domains/matches/match-rules.ts'
import { MatchScore } from '../../domains/matches/match-score.tsx'
import { matchTexts } from '../../domains/matches/match-texts.ts'
import { useSpoilerMark } from '../../lib/site/spoilers.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { matchUrl } from '../../lib/urls.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import { Link } from '../../ui/link.tsx'
import { matchPageTexts } from './match-page-texts.ts'
import styles from './meetings.module.css'

/** Past meetings of the two teams, latest first. */
export function Meetings({ meetings }: { meetings: readonly Match[] }) {
  const texts = useTexts(matchPageTexts)
  if (meetings.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="meetings">
      <h2 id="meetings" className={styles.heading}>
        {texts.meetings}
      </h2>
      <ul>
        {meetings.map((match) => (
          <Meeting key={match.id} match={match} />
        ))}
      </ul>
    </section>
  )
}

function Meeting({ match }: { match: Match }) {
  const texts = useTexts(matchPageTexts)
  const words = useTexts(matchTexts)
  const { id, start, league, round, home, away, replayId } = match
  const [year, month, date] = chinaDay(start).split('-').map(Number)
  const behind = behindOf(match)
  const isOpened = useSpoilerMark(id) === undefined
  return (
    <li>
      <Link
        to={matchUrl({ id, stream: 0 })}
        className={styles.row}
        data-won={winnerOf(behind)}
        data-opened={isOpened || undefined}
      >
        <span className={styles.day}>{texts.day(year ?? 0, month ?? 0, date ?? 0)}</span>
        <span className={styles.league}>
          {league} {round}
        </span>
        <span className={styles.home}>{home.name}</span>
        <span className={styles.score}>
          <MatchScore match={match} />
        </span>
        <span className={styles.away}>{away.name}</span>
        <span className={styles.replay}>
          {replayId !== null && (
            <>
              <PlayerIcon name="replay" size={16} />
              {words.replay}
            </>
          )}
        </span>
      </Link>
    </li>
  )
}

const winnerOf = (behind: 'home' | 'away' | null): 'home' | 'away' | undefined =>
  behind === null ? undefined : behind === 'home' ? 'away' : 'home'
