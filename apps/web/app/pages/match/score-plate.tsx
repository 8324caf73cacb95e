import type { Match } from '@yunmu/contract'
import { clockTextOf } from '../../domains/matches/match-rules.ts'
import { useSpoilerMark } from '../../lib/site/spoilers.ts'
import { usePlayerState } from '../../player/chrome/chrome-context.ts'
import styles from './score-plate.module.css'

/** Score plate in the upper left of a picture that has none. Screen readers have the head of the page. */
export function ScorePlate({ match, nowSec }: { match: Match; nowSec: number | null }) {
  const { home, away, score, period, breakLabel, streams } = match
  const playing = usePlayerState(({ lineId }) => lineId)
  const spoiler = useSpoilerMark(match.id)
  if (score === null || streams.find(({ id }) => id === playing)?.plate) return null
  const clock = clockTextOf(match, nowSec)
  return (
    <div className={styles.plate} data-plate="score" data-spoiler={spoiler} aria-hidden="true">
      <span className={styles.team}>
        <i style={{ background: home.colour }} />
        {home.short || home.name}
      </span>
      <b>
        {score[0]}:{score[1]}
      </b>
      <span className={styles.team}>
        {away.short || away.name}
        <i style={{ background: away.colour }} />
      </span>
      <span className={styles.clock}>{breakLabel ?? (clock === '' ? period : clock)}</span>
    </div>
  )
}
