import { use, useEffect, useState } from 'react'
import { CallCacheContext, callKey, isReplyOf, requestOf } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useSignedIn } from '../../lib/session/session.ts'
import { mergeWatch } from '../../lib/watching/watch-records.ts'
import { recordOfItem } from './watch-sync-rules.ts'

/** Upper bound of delaying playback for the position. */
const timeoutMs = 1500

/**
 * Loads a signed-in user's position from the server for each opened episode, and merges it. Returns whether it is
 * settled: for visitors at once, otherwise after the reply or a timeout.
 */
export function useServerWatchRecord(id: number, level = 0): boolean {
  const isIn = useSignedIn()
  const cache = use(CallCacheContext)
  const script = useScript()
  const key = `${id} ${level}`
  const [settled, setSettled] = useState('')
  useEffect(() => {
    if (!isIn || !cache || settled === key) return
    let isCurrent = true
    const settle = (): void => {
      if (isCurrent) setSettled(key)
    }
    const timer = setTimeout(settle, timeoutMs)
    const request = { ...requestOf('vodWatchRecord', { id }, script), freshForMs: 0 }
    cache
      .fetch(callKey('vodWatchRecord', { id }, script), request)
      .then(
        (reply) => {
          if (isReplyOf('vodWatchRecord', reply) && reply.record) mergeWatch(recordOfItem(reply.record))
        },
        () => undefined,
      )
      .finally(settle)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isIn, cache, id, script, key, settled])
  return !isIn || settled === key
}
