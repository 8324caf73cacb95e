import { use, useEffect, useState } from 'react'
import { CallCacheContext, callKey, isReplyOf, wantOf } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useSignedIn } from '../../lib/session/session.ts'
import { mergeWatch } from '../../lib/watching/watch-records.ts'
import { recordOfItem } from './watch-sync-rules.ts'

/** Somebody who waits for the picture does not wait longer for the place in it. */
const patienceMs = 1500

/**
 * Learns where somebody who is signed in left a title on another device, anew for each episode that is opened. Whether
 * that is settled: for visitors at once, and for everybody after a while.
 */
export function useOwnRecord(id: number, level = 0): boolean {
  const isIn = useSignedIn()
  const cache = use(CallCacheContext)
  const script = useScript()
  const place = `${id} ${level}`
  const [settled, setSettled] = useState('')
  useEffect(() => {
    if (!isIn || !cache || settled === place) return
    let isCurrent = true
    const settle = (): void => {
      if (isCurrent) setSettled(place)
    }
    const timer = setTimeout(settle, patienceMs)
    const want = { ...wantOf('vodWatchRecord', { id }, script), freshForMs: 0 }
    cache
      .want(callKey('vodWatchRecord', { id }, script), want)
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
  }, [isIn, cache, id, script, place, settled])
  return !isIn || settled === place
}
