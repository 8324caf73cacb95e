import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isSignedIn, onSignedIn } from '../../lib/session/session.ts'
import { vipTexts } from '../../lib/session/vip-texts.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { takeHomeReason } from '../../lib/shell/home-reason.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { homeUrl } from '../../lib/urls.ts'
import { deferredTexts } from './deferred-texts.ts'

/** Shows on the home page why another address was redirected to it. After a login the requested page opens. */
export function useHomeReason(): void {
  const { pathname, key } = useLocation()
  const navigate = useNavigate()
  const texts = useTexts(deferredTexts)
  const { loginFirst } = useTexts(vipTexts)
  const show = useEffectEvent((): (() => void) | undefined => {
    const stored = pathname === homeUrl ? takeHomeReason() : null
    if (!stored) return undefined
    if (stored.reason !== 'loginNeeded') {
      showToast({ text: texts[stored.reason], kind: 'warning' })
      return undefined
    }
    const openRequested = (): void => {
      if (stored.address !== '') void navigate(stored.address, { replace: true })
    }
    // The server did not know of the session, because its cookie was lost.
    if (isSignedIn()) {
      openRequested()
      return undefined
    }
    showToast({ text: loginFirst, kind: 'warning' })
    void openDialog('login')
    return onSignedIn(() => void uploadWatches().then(openRequested))
  })
  // Whoever goes elsewhere no longer waits for that page.
  useEffect(() => show(), [key])
}

/** Uploads this browser's watch records: the requested page may be the history. Without a network it opens without them. */
const uploadWatches = (): Promise<void> =>
  import('../../domains/watch/watch-sync.ts').then(
    ({ sendWatches }) => sendWatches(),
    () => undefined,
  )
