import type { Match } from '@yunmu/contract'
import { useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Link } from '../../ui/link.tsx'
import { MatchRow } from './match-row.tsx'
import styles from './match-section.module.css'
import { matchTexts } from './match-texts.ts'

interface MatchSectionProps {
  id: string
  heading: string
  /** The first ones, and more of them once `loadMore` has succeeded. */
  matches: readonly Match[]
  total: number
  nowSec: number | null
  /** Shown first; a press shows more. */
  first: number
  /** Called again if the press is repeated because nothing came. */
  loadMore: () => void
  /** The list of matches, which has those that are not shown here. */
  allUrl: string
}

/** The most matches that pages of competitions and teams show at once; all of them are in the list of matches. */
export const mostMatches = 100

/** Matches of several days under a heading. Renders nothing without matches. */
export function MatchSection({ id, heading, matches, total, nowSec, first, loadMore, allUrl }: MatchSectionProps) {
  const texts = useTexts(matchTexts)
  const [isWhole, setWhole] = useState(false)
  if (matches.length === 0) return null
  const shown = isWhole ? matches : matches.slice(0, first)
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {heading}
        <span>{total}</span>
      </h2>
      <ul>
        {shown.map((match) => (
          <MatchRow key={match.id} match={match} nowSec={nowSec} hasDate />
        ))}
      </ul>
      {shown.length < Math.min(total, mostMatches) && (
        <button
          type="button"
          className={styles.more}
          onClick={() => {
            setWhole(true)
            loadMore()
          }}
        >
          {total > mostMatches ? texts.showMore : texts.showAll(total)}
        </button>
      )}
      {isWhole && shown.length >= mostMatches && total > shown.length && (
        <Link to={allUrl} className={styles.more}>
          {texts.allByDay}
        </Link>
      )}
    </section>
  )
}
