import { chinaDay } from '@yunmu/contract/china-time'
import { use, useEffect, useRef } from 'react'
import { CallCacheContext } from '../../lib/calls/call-query.ts'

/** What a page knows of the station's clock is not exact: the station must have turned its day before it is asked. */
const lateSec = 5

/**
 * Has the guide read anew when the day turns: to a page that stays open, today is another one then.
 * @param nowSec Unix seconds, as they pass; null until the page is awake
 */
export function useNewDay(nowSec: number | null): void {
  const cache = use(CallCacheContext)
  const day = nowSec === null ? null : chinaDay(nowSec - lateSec)
  const known = useRef<string | null>(null)
  useEffect(() => {
    if (day === null || day === known.current) return
    if (known.current !== null) for (const call of ['tvDate ', 'tvProgrammes ']) cache?.outdate(call)
    known.current = day
  }, [cache, day])
}
