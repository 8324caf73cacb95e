import { chinaDay } from '@yunmu/contract/china-time'
import { use, useEffect, useRef } from 'react'
import { CallCacheContext } from '../../lib/calls/call-query.ts'

/** The estimate of the server's clock is inexact: the server's day must have changed before the request. */
const clockToleranceSec = 5

/**
 * Reloads the guide when the day changes while the page is open.
 *
 * @param nowSec current Unix seconds; null until hydration
 */
export function useGuideDayChange(nowSec: number | null): void {
  const cache = use(CallCacheContext)
  const day = nowSec === null ? null : chinaDay(nowSec - clockToleranceSec)
  const lastDay = useRef<string | null>(null)
  useEffect(() => {
    if (day === null || day === lastDay.current) return
    if (lastDay.current !== null) for (const call of ['tvDate ', 'tvProgrammes ']) cache?.invalidate(call)
    lastDay.current = day
  }, [cache, day])
}
