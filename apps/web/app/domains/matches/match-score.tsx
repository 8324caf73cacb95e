import type { Match } from '@yunmu/contract'
import { useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { behindOf } from './match-rules.ts'
import styles from './match-score.module.css'
import { matchTexts } from './match-texts.ts'

/** The score of a match, or the word between the teams before it. A digit that changes lights up for two seconds. */
export function MatchScore({ match }: { match: Match }) {
  const texts = useTexts(matchTexts)
  const { score, shootout, state } = match
  if (score === null || state === 'upcoming') return <span className={styles.against}>{texts.against}</span>
  const behind = behindOf(match)
  return (
    <span className={styles.score} data-state={state}>
      <span className={styles.digits} aria-hidden="true">
        <Digit value={score[0]} isBehind={state === 'over' && behind === 'home'} />
        <i>:</i>
        <Digit value={score[1]} isBehind={state === 'over' && behind === 'away'} />
      </span>
      <span className="unseen">{texts.score(...score)}</span>
      {shootout && <span className={styles.shootout}>{texts.shootout(...shootout)}</span>}
    </span>
  )
}

/** Keyed by its value once it has changed, so that the animation starts again. */
function Digit({ value, isBehind }: { value: number; isBehind: boolean }) {
  const [first] = useState(value)
  const [changes, setChanges] = useState({ value, count: 0 })
  if (changes.value !== value) setChanges({ value, count: changes.count + 1 })
  const isNew = changes.count > 0 || value !== first
  return (
    <b key={changes.count} data-new={isNew || undefined} data-behind={isBehind || undefined}>
      {value}
    </b>
  )
}
