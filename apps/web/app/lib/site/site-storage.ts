import type { Script } from '@yunmu/contract'
import { use, useEffect } from 'react'
import { CallCacheContext, callKey } from '../calls/call-query.ts'
import { useScript } from './preferences.tsx'
import { readStoredSite } from './site-storage-rules.ts'
import { readSession, writeSession } from '../storage.ts'

const storageKey = 'indexdate'
const siteKey = (script: Script): string => callKey('indexData', {}, script)

/** Stores the site data of both scripts in session storage, so that each is requested once per session. */
export function useSiteStorage(): void {
  const cache = use(CallCacheContext)
  const script = useScript()
  useEffect(() => {
    if (!cache) return
    const storeSite = (): void => {
      const { data } = cache.read(siteKey(script))
      if (!(data instanceof Object)) return
      const other = script === 's' ? 't' : 's'
      const storedOther = readStoredSite(readSession(storageKey), other, data)
      if (storedOther) cache.fill({ [siteKey(other)]: storedOther })
      writeSession(storageKey, JSON.stringify({ ...(storedOther && { [other]: storedOther }), [script]: data }))
    }
    storeSite()
    return cache.subscribe(siteKey(script), storeSite)
  }, [cache, script])
}
