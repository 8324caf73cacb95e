import type { MatchHit, SportsHit } from '@yunmu/contract'
import { useTexts } from '../../lib/text/texts.ts'
import { useNow } from '../../lib/use-now.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { Link } from '../../ui/link.tsx'
import styles from './best-sports.module.css'
import { searchPageTexts } from './search-page-texts.ts'
import { MatchHitItem, NameHit } from './sports-hit.tsx'

interface BestSportsProps {
  hits: readonly SportsHit[]
  /** Link to all that was found of sports, with its formatted count. */
  all: { to: string; count: string }
}

const states = ['live', 'upcoming', 'over'] as const

/** Found teams and competitions with their next and last matches, above other results. */
export function BestSports({ hits, all }: BestSportsProps) {
  const texts = useTexts(searchPageTexts)
  const nowSec = useNow(10)
  const names = hits.filter((hit) => hit.kind !== 'match')
  const matches = hits.filter((hit): hit is MatchHit => hit.kind === 'match')
  const groups = states.map((state) => matches.filter(({ match }) => match.state === state))
  return (
    <section className={styles.sports} aria-labelledby="found-sports">
      <div className={styles.line}>
        <h2 id="found-sports">{texts.sports}</h2>
        <Link to={all.to} preventScrollReset className={styles.more}>
          {texts.allSports(all.count)}
          <span className="unseen">{texts.sports}</span>
          <Icon name="next" size={14} />
        </Link>
      </div>
      <ul className={styles.names}>
        {names.map((hit) => (
          <NameHit
            key={`${hit.kind} ${hit.kind === 'team' ? hit.team.id : hit.competition.id}`}
            hit={hit}
            variant="card"
          />
        ))}
      </ul>
      {groups.map(
        (group, at) =>
          group.length > 0 && (
            <ul key={states[at]} className={styles.matches}>
              {group.map((hit) => (
                <MatchHitItem key={hit.match.id} hit={hit} nowSec={nowSec} />
              ))}
            </ul>
          ),
      )}
    </section>
  )
}
