import { use, useState } from 'react'
import { CallCacheContext, perform } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { matchTexts } from './match-texts.ts'
import { callsWithMatches } from './sports-calls.ts'
import styles from './subscribe-button.module.css'

interface FollowButtonProps {
  kind: 'team' | 'competition'
  item: { id: number; name: string; followed: boolean }
  size?: 'row' | 'large'
}

/** Follows a team or a competition, or ends that. Optimistic; visitors log in first. */
export function FollowButton({ kind, item: { id, name, followed }, size = 'large' }: FollowButtonProps) {
  const texts = useTexts(matchTexts)
  const script = useScript()
  const cache = use(CallCacheContext)
  const [wanted, setWanted] = useState<{ of: boolean; on: boolean } | null>(null)
  const isFollowed = wanted && wanted.of === followed ? wanted.on : followed
  const toggle = async (): Promise<void> => {
    setWanted({ of: followed, on: !isFollowed })
    const done = await perform('matchFollow', { kind, id, on: !isFollowed }, script)
    if (!done) setWanted(null)
    for (const call of callsWithMatches) cache?.invalidate(call)
  }
  return (
    <button
      type="button"
      className={styles.button}
      data-size={size}
      aria-pressed={isFollowed}
      aria-label={isFollowed ? texts.isFollowing(name) : texts.followName(name)}
      onClick={() => void toggle()}
    >
      <Icon name={isFollowed ? 'heart-full' : 'heart'} size={18} />
      <span className={styles.now}>{isFollowed ? texts.isFollowed : texts.follow}</span>
      {isFollowed && <span className={styles.hover}>{texts.unsubscribe}</span>}
    </button>
  )
}
