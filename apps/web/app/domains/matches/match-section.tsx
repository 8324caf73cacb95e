import type { Match } from '@yunmu/contract'
import { useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { MatchRow } from './match-row.tsx'
import styles from './match-section.module.css'
import { matchTexts } from './match-texts.ts'

interface MatchSectionProps {
  id: string
  heading: string
  matches: readonly Match[]
  nowSec: number | null
  /** Shown first; a press shows the others. */
  first?: number
}

/** Matches of several days under a heading. Renders nothing without matches. */
export function MatchSection({ id, heading, matches, nowSec, first = 10 }: MatchSectionProps) {
  const texts = useTexts(matchTexts)
  const [isWhole, setWhole] = useState(false)
  if (matches.length === 0) return null
  const shown = isWhole ? matches : matches.slice(0, first)
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {heading}
        <span>{matches.length}</span>
      </h2>
      <ul>
        {shown.map((match) => (
          <MatchRow key={match.id} match={match} nowSec={nowSec} hasDate />
        ))}
      </ul>
      {shown.length < matches.length && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          {texts.showAll(matches.length)}
        </button>
      )}
    </section>
  )
}
