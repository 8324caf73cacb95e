import { useEffect } from 'react'
import type { CallCache } from '../calls/call-cache.ts'
import { callOnce } from '../calls/call-query.ts'
import { useScript } from '../site/preferences.tsx'
import { isSignedIn, mendCookie, onSession, readToken, updateUser } from './session.ts'
import { showKeptToast } from '../shell/toasts.ts'

/**
 * Once for the whole page: what was read for one person is read anew for the next, and who comes back is looked up, so
 * that a session that ended elsewhere ends here with the first page.
 */
export function useSessionKeeper(cache: CallCache): void {
  const script = useScript()
  useEffect(() => {
    mendCookie()
    showKeptToast()
    let token = readToken()
    return onSession(() => {
      if (readToken() === token) return
      token = readToken()
      mendCookie()
      cache.renew()
    })
  }, [cache])
  useEffect(() => {
    if (!isSignedIn()) return
    // What comes of a refusal is settled where calls are made; without a network the stored person will do.
    callOnce('userInfo', {}, script).then(updateUser, () => undefined)
  }, [script])
}
