import { use, useEffect } from 'react'
import { CallCacheContext } from '../../lib/calls/call-query.ts'
import type { CallName } from '../../lib/calls/calls.ts'

/** Lists have no room: their scores are read again at this interval. */
const refreshMs = 15_000

/** Reads the replies of some calls again while the page is visible and something in them may change soon. */
export function useRefresh(names: readonly CallName[], isChanging: boolean): void {
  const cache = use(CallCacheContext)
  const joined = names.join(' ')
  useEffect(() => {
    if (!isChanging || !cache) return
    const timer = setInterval(() => {
      if (!document.hidden) for (const name of joined.split(' ')) cache.invalidate(`${name} `)
    }, refreshMs)
    return () => clearInterval(timer)
  }, [cache, joined, isChanging])
}
