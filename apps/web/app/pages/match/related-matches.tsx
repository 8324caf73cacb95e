import type { Match } from '@yunmu/contract'
import { Crest } from '../../domains/matches/crest.tsx'
import { MatchScore } from '../../domains/matches/match-score.tsx'
import { RowStateText } from '../../domains/matches/row-state.tsx'
import { StartText } from '../../domains/matches/start-text.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { matchUrl } from '../../lib/urls.ts'
import { Link } from '../../ui/link.tsx'
import { matchPageTexts } from './match-page-texts.ts'
import styles from './related-matches.module.css'

/** Other matches of the competition. */
export function RelatedMatches({ matches, nowSec }: { matches: readonly Match[]; nowSec: number | null }) {
  const texts = useTexts(matchPageTexts)
  if (matches.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="related">
      <h2 id="related" className={styles.heading}>
        {texts.related}
      </h2>
      <ul>
        {matches.map((match) => (
          <li key={match.id}>
            <Link to={matchUrl({ id: match.id, stream: 0 })} className={styles.match}>
              <span className={styles.team} data-side="home">
                <span>{match.home.short || match.home.name}</span>
                <Crest team={match.home} size={28} />
              </span>
              <span className={styles.score}>
                <MatchScore match={match} />
              </span>
              <span className={styles.team}>
                <Crest team={match.away} size={28} />
                <span>{match.away.short || match.away.name}</span>
              </span>
              <span className={styles.when}>
                {match.state === 'upcoming' ? (
                  <StartText match={match} nowSec={nowSec} hasDate />
                ) : (
                  <RowStateText match={match} nowSec={nowSec} />
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
