import type { HistoryItem } from '@yunmu/contract'
import { use, useEffect, useState } from 'react'
import { CallCacheContext, callKey, isReplyOf, requestOf } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useSignedIn } from '../../lib/session/session.ts'
import { mergeWatch } from '../../lib/watching/watch-records.ts'
import { recordOfItem } from './watch-sync-rules.ts'

/** Upper bound of delaying playback for the position. */
const timeoutMs = 1500

/** What a position is loaded of; for each `level` of a title again. */
interface Watched {
  type: 'vod' | 'match'
  id: number
  level?: number
}

/** The record that a reply contains. */
const recordIn = (reply: unknown): HistoryItem | null =>
  isReplyOf('vodWatchRecord', reply) || isReplyOf('userWatchRecord', reply) ? reply.record : null

/**
 * Loads a signed-in user's position from the server for each opened episode or match, and merges it. Returns whether it is
 * settled: for visitors at once, otherwise after the reply or a timeout. Null loads nothing and is settled.
 */
export function useServerWatchRecord(watched: Watched | null): boolean {
  const isIn = useSignedIn()
  const cache = use(CallCacheContext)
  const script = useScript()
  const { type, id, level = 0 } = watched ?? { type: 'vod', id: 0 }
  const key = `${type} ${id} ${level}`
  const [settled, setSettled] = useState('')
  useEffect(() => {
    if (!isIn || !cache || settled === key || id === 0) return
    let isCurrent = true
    const settle = (): void => {
      if (isCurrent) setSettled(key)
    }
    const timer = setTimeout(settle, timeoutMs)
    const reply =
      type === 'vod'
        ? cache.fetch(callKey('vodWatchRecord', { id }, script), {
            ...requestOf('vodWatchRecord', { id }, script),
            freshForMs: 0,
          })
        : cache.fetch(callKey('userWatchRecord', { type, id }, script), {
            ...requestOf('userWatchRecord', { type, id }, script),
            freshForMs: 0,
          })
    reply
      .then(
        (loaded) => {
          const record = recordIn(loaded)
          if (record) mergeWatch(recordOfItem(record))
        },
        () => undefined,
      )
      .finally(settle)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isIn, cache, type, id, script, key, settled])
  return watched === null || !isIn || settled === key
}
