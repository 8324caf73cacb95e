import type { Match } from '@yunmu/contract'
import { use, useState } from 'react'
import { CallCacheContext, perform } from '../../lib/calls/call-query.ts'
import { readUser, updateUser, useUser } from '../../lib/session/session.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { callsWithMatches } from './sports-calls.ts'

/** The session knows subscriptions for replies that are the same for everybody. */
function storeSubscription(id: number, on: boolean): void {
  const user = readUser()
  if (!user) return
  const others = user.subLiveIds.filter((each) => each !== id)
  updateUser({ ...user, subLiveIds: on ? [id, ...others] : others })
}

/**
 * Tells whether the viewer has subscribed to a match. Of a signed-in viewer the session knows, because the replies that come
 * with a page are those of visitors.
 */
export function useIsSubscribed(): (match: Pick<Match, 'id' | 'subscribed'>) => boolean {
  const user = useUser()
  return ({ id, subscribed }) => user?.subLiveIds.includes(id) ?? subscribed
}

/** Whether the viewer has subscribed to a match, and the change of it. Optimistic; visitors log in first. */
export function useSubscription(match: Pick<Match, 'id' | 'subscribed'>): {
  isSubscribed: boolean
  toggle: () => void
} {
  const cache = use(CallCacheContext)
  const script = useScript()
  const { id } = match
  const subscribed = useIsSubscribed()(match)
  const [wanted, setWanted] = useState<{ of: boolean; on: boolean } | null>(null)
  // A reply that differs from the one that was shown when the button was pressed replaces what was assumed.
  const isSubscribed = wanted && wanted.of === subscribed ? wanted.on : subscribed
  const toggle = async (): Promise<void> => {
    setWanted({ of: subscribed, on: !isSubscribed })
    const done = await perform(isSubscribed ? 'liveDisSub' : 'liveSub', { id }, script)
    if (done) storeSubscription(id, !isSubscribed)
    else setWanted(null)
    for (const name of callsWithMatches) cache?.invalidate(name)
  }
  return { isSubscribed, toggle: () => void toggle() }
}
