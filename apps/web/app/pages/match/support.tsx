import type { MatchDetail, Side } from '@yunmu/contract'
import { use, useState } from 'react'
import { shareOf } from '../../domains/matches/match-rules.ts'
import { CallCacheContext, callKey, isReplyOf, perform } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { matchPageTexts } from './match-page-texts.ts'
import styles from './support.module.css'

/** The share of both sides' supporters. A press supports a side, until the match is over. */
export function Support({ detail: { match, votes } }: { detail: MatchDetail }) {
  const texts = useTexts(matchPageTexts)
  const vote = useVote(match.id)
  const share = shareOf(votes.home, votes.away)
  const sideOf = (side: Side) => (
    <button
      type="button"
      className={styles.side}
      aria-pressed={votes.mine === side}
      aria-label={texts.supportSide(match[side].name)}
      disabled={match.state === 'over' || vote.isPending}
      onClick={() => vote.give(side)}
    >
      {votes.mine === side && <Icon name="check" size={14} />}
      {match[side].short || match[side].name}
      {share !== null && <b>{side === 'home' ? share : 100 - share}%</b>}
    </button>
  )
  return (
    <div className={styles.support} role="group" aria-label={texts.support}>
      {sideOf('home')}
      <span className={styles.bar} aria-hidden="true">
        <span style={{ flexGrow: share ?? 50, background: match.home.colour }} />
        <span style={{ flexGrow: 100 - (share ?? 50), background: match.away.colour }} />
      </span>
      {sideOf('away')}
    </div>
  )
}

function useVote(id: number): { give: (side: Side) => void; isPending: boolean } {
  const cache = use(CallCacheContext)
  const script = useScript()
  const [isPending, setPending] = useState(false)
  const give = async (side: Side): Promise<void> => {
    setPending(true)
    const votes = await perform('matchVote', { id, side }, script)
    setPending(false)
    const key = callKey('matchDetail', { id }, script)
    const detail = cache?.read(key).data
    if (votes && isReplyOf('matchDetail', detail)) cache?.set(key, { ...detail, votes })
  }
  return { give: (side) => void give(side), isPending }
}
