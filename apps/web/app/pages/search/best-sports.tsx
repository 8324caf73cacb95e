import type { MatchHit, SportsHit } from '@yunmu/contract'
import { useTexts } from '../../lib/text/texts.ts'
import { useNow } from '../../lib/use-now.ts'
import { BestCards, BestSection } from './best-section.tsx'
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
    <BestSection id="found-sports" heading={texts.sports} all={{ to: all.to, text: texts.allSports(all.count) }}>
      <BestCards>
        {names.map((hit) => (
          <NameHit
            key={`${hit.kind} ${hit.kind === 'team' ? hit.team.id : hit.competition.id}`}
            hit={hit}
            variant="card"
          />
        ))}
      </BestCards>
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
    </BestSection>
  )
}
