import type { Lineup, MatchDetail, MatchTeam } from '@yunmu/contract'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './lineups.module.css'
import { matchPageTexts } from './match-page-texts.ts'

/** Line-ups of both sides, beside one another. */
export function Lineups({ detail: { match, lineups } }: { detail: MatchDetail }) {
  const texts = useTexts(matchPageTexts)
  if (!lineups.home && !lineups.away) return <p className={styles.none}>{texts.noLineups}</p>
  return (
    <div className={styles.sides}>
      <Side team={match.home} lineup={lineups.home} />
      <Side team={match.away} lineup={lineups.away} />
    </div>
  )
}

function Side({ team, lineup }: { team: MatchTeam; lineup: Lineup | null }) {
  const texts = useTexts(matchPageTexts)
  return (
    <section className={styles.side} aria-label={team.name}>
      <h3 className={styles.name}>
        <i style={{ background: team.colour }} />
        {team.name}
      </h3>
      {lineup ? (
        <>
          {lineup.formation !== '' && <p className={styles.fact}>{texts.formation(lineup.formation)}</p>}
          {lineup.coach !== '' && <p className={styles.fact}>{texts.coach(lineup.coach)}</p>}
          <Players heading={texts.starters} players={lineup.players.filter(({ starts }) => starts)} />
          <Players heading={texts.substitutes} players={lineup.players.filter(({ starts }) => !starts)} />
        </>
      ) : (
        <p className={styles.fact}>{texts.noLineups}</p>
      )}
    </section>
  )
}

function Players({ heading, players }: { heading: string; players: Lineup['players'] }) {
  const texts = useTexts(matchPageTexts)
  if (players.length === 0) return null
  return (
    <>
      <h4 className={styles.heading}>{heading}</h4>
      <ul>
        {players.map(({ name, number, position, captain }, at) => (
          <li key={at} className={styles.player}>
            <span className={styles.number}>{number}</span>
            <span className={styles.who}>
              {name}
              {captain && <span className={styles.captain}>{texts.captain}</span>}
            </span>
            <span className={styles.position}>{position}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
