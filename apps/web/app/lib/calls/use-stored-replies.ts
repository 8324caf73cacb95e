import { use, useLayoutEffect } from 'react'
import { isMinorsBrowser, onSessionChange, readUser } from '../session/session.ts'
import { readStored, removeStored, writeStored } from '../storage.ts'
import { CallCacheContext } from './call-query.ts'
import { readStoredReplies, storedText } from './stored-replies-rules.ts'

const storageKey = 'caches'

/**
 * Differs for each build of the site, by the script that names the files of all pages, for each user, and in minors' mode.
 */
function originOf(isMinor: boolean): string {
  const build = document.querySelector('link[href*="/assets/manifest-"]')?.getAttribute('href')
  return `${build} ${readUser()?.userId} ${isMinor}`
}

/**
 * Restores replies that are still fresh by their rules from local storage, and stores them whenever the page is hidden or
 * left. In a layout effect, which runs before the effects of the parts that would request them.
 */
export function useStoredReplies(): void {
  const cache = use(CallCacheContext)
  useLayoutEffect(() => {
    if (!cache) return
    // The mode of the loaded page: it is loaded again when the mode changes.
    const isMinor = isMinorsBrowser()
    for (const { key, data, atMs } of readStoredReplies(readStored(storageKey), originOf(isMinor), Date.now()))
      cache.restore(key, data, atMs)
    const store = (): void => {
      if (document.hidden)
        writeStored(
          storageKey,
          storedText(originOf(isMinor), cache.replies(), (key) => cache.read(key).atMs, Date.now()),
        )
    }
    document.addEventListener('visibilitychange', store)
    const endWithSession = onSessionChange(() => removeStored(storageKey))
    return () => {
      document.removeEventListener('visibilitychange', store)
      endWithSession()
    }
  }, [cache])
}
