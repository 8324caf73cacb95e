import type { Script } from '@yunmu/contract'
import { use, useEffect } from 'react'
import { CallCacheContext, callKey } from '../calls/call-query.ts'
import { useScript } from './preferences.tsx'
import { readKept } from './site-keeper-rules.ts'
import { readSession, writeSession } from '../storage.ts'

const storageKey = 'indexdate'
const siteKey = (script: Script): string => callKey('indexData', {}, script)

/** Keeps the site data of both scripts as long as the tab, so that each is asked for once a session. */
export function useSiteKeeper(): void {
  const cache = use(CallCacheContext)
  const script = useScript()
  useEffect(() => {
    if (!cache) return
    const keep = (): void => {
      const { data } = cache.read(siteKey(script))
      if (!(data instanceof Object)) return
      const other = script === 's' ? 't' : 's'
      const kept = readKept(readSession(storageKey), other, data)
      if (kept) cache.fill({ [siteKey(other)]: kept })
      writeSession(storageKey, JSON.stringify({ ...(kept && { [other]: kept }), [script]: data }))
    }
    keep()
    return cache.watch(siteKey(script), keep)
  }, [cache, script])
}
