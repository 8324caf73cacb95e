import { type CompetitionHit, type MatchHit, type SportsHit, type TeamHit } from '@yunmu/contract'
import { Crest } from '../../domains/matches/crest.tsx'
import { matchTexts } from '../../domains/matches/match-texts.ts'
import { MatchRow } from '../../domains/matches/match-row.tsx'
import { Marked } from '../../domains/search/marked.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { competitionUrl, teamUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { searchPageTexts } from './search-page-texts.ts'
import styles from './sports-hit.module.css'

interface SportsHitItemProps {
  hit: SportsHit
  /** Null until hydration. */
  nowSec: number | null
}

/** A found team, competition or match in one row. */
export function SportsHitItem({ hit, nowSec }: SportsHitItemProps) {
  return hit.kind === 'match' ? <MatchHitItem hit={hit} nowSec={nowSec} /> : <NameHit hit={hit} />
}

/** Results are the same for everybody, and do not say what the viewer has subscribed to. */
export function MatchHitItem({ hit: { match }, nowSec }: { hit: MatchHit; nowSec: number | null }) {
  return <MatchRow match={{ ...match, subscribed: false }} nowSec={nowSec} hasDate />
}

/** A found team or competition: crest, name, and what it is. `card` is for places beside other results. */
export function NameHit({ hit, variant = 'line' }: { hit: TeamHit | CompetitionHit; variant?: 'line' | 'card' }) {
  const texts = useTexts(searchPageTexts)
  const words = useTexts(matchTexts)
  const { id, name, img, sport } = hit.kind === 'team' ? hit.team : hit.competition
  const colour = hit.kind === 'team' ? hit.team.colour : ''
  const venue = hit.kind === 'team' ? hit.team.venue : ''
  const what = hit.kind === 'team' ? words.competitors[sport] : texts.competition
  const facts = [`${words.sportNames[sport]}${what}`, venue]
  return (
    <li className={styles.hit} data-look={variant}>
      <Link to={hit.kind === 'team' ? teamUrl(id) : competitionUrl({ id })} className={styles.link}>
        <Crest team={{ name, img, colour }} size={56} />
        <span className={styles.words}>
          <span className={styles.name}>
            <Marked text={name} marks={hit.marks} />
          </span>
          <span>{facts.filter((fact) => fact !== '').join(' · ')}</span>
        </span>
        <Icon name="next" size={16} />
      </Link>
    </li>
  )
}
