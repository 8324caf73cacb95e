import type { Match } from '@yunmu/contract'
import { useState } from 'react'
import { useSpoilerMark } from '../../lib/site/spoilers.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { behindOf } from './match-rules.ts'
import styles from './match-score.module.css'
import { matchTexts } from './match-texts.ts'

/**
 * The score of a match, or the word between the teams before it. A digit that changes lights up for two seconds. Readers
 * who hide scores have a sign in its place.
 */
export function MatchScore({ match }: { match: Match }) {
  const texts = useTexts(matchTexts)
  const { id, score, shootout, state } = match
  const spoiler = useSpoilerMark(id)
  if (score === null || state === 'upcoming') return <span className={styles.against}>{texts.against}</span>
  const behind = behindOf(match)
  return (
    <span className={styles.score} data-state={state}>
      <span className={styles.digits} data-spoiler={spoiler} aria-hidden="true">
        <Digit value={score[0]} isBehind={state === 'over' && behind === 'home'} />
        <i>:</i>
        <Digit value={score[1]} isBehind={state === 'over' && behind === 'away'} />
      </span>
      <span className="unseen" data-spoiler={spoiler}>
        {texts.score(...score)}
      </span>
      {shootout && (
        <span className={styles.shootout} data-spoiler={spoiler}>
          {texts.shootout(...shootout)}
        </span>
      )}
      {spoiler !== undefined && (
        <span className={styles.cover} data-spoiler-cover="">
          <Icon name="eye-off" size={18} />
          <span className="unseen">{texts.isHidden}</span>
        </span>
      )}
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
