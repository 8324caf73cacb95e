import { useEffect } from 'react'
import type { CallCache } from '../calls/call-cache.ts'
import { callOnce } from '../calls/call-query.ts'
import { clearNotices } from '../realtime/match-notices.ts'
import { useScript } from '../site/preferences.tsx'
import { isSignedIn, syncSessionCookie, onSessionChange, readToken, updateUser } from './session.ts'
import { showStoredToast } from '../shell/toasts.ts'

/**
 * Used once per page. Refreshes cached replies when the user changes, and checks the session on load, so that a session
 * that ended elsewhere ends here.
 */
export function useSessionSync(cache: CallCache): void {
  const script = useScript()
  useEffect(() => {
    syncSessionCookie()
    showStoredToast()
    let token = readToken()
    return onSessionChange(() => {
      // From here on, components know the user themselves.
      delete document.documentElement.dataset.member
      if (readToken() === token) return
      token = readToken()
      syncSessionCookie()
      clearNotices()
      cache.changeViewer()
    })
  }, [cache])
  useEffect(() => {
    if (!isSignedIn()) return
    // Refusals are handled where calls are made; without a network the stored user is used.
    callOnce('userInfo', {}, script).then(updateUser, () => undefined)
  }, [script])
}
