import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { HomeAd } from '../../domains/ads/home-ad.tsx'
import { MatchNotices } from '../../domains/matches/match-notices.tsx'
import { MessageWatch } from '../../domains/messages/message-watch.tsx'
import { useSlashShortcut } from '../../domains/search/use-slash-shortcut.ts'
import { callTexts } from '../../lib/calls/call-texts.ts'
import { keepSheets } from '../../lib/boot/keep-sheets.ts'
import { useSiteStorage } from '../../lib/site/site-storage.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { homeUrl } from '../../lib/urls.ts'
import { keepLostPage } from '../../lib/calls/when-answering.ts'
import { UpdatePrompt } from './update-prompt.tsx'

/** Parts over the pages: home page advertisement, match notices, new messages, update prompt. */
export function SiteExtras() {
  const { pathname } = useLocation()
  useSlashShortcut()
  useSiteStorage()
  useEffect(() => {
    // Preloaded, because the notice of a lost network cannot be loaded offline.
    import('../../ui/feedback/toast-list.tsx').catch(() => undefined)
  }, [])
  // Also runs if an error has unmounted these parts.
  useEffect(() => void keepLostPage(), [])
  const { unreachable } = useTexts(callTexts)
  useEffect(() => keepSheets(() => showToast({ text: unreachable, kind: 'warning' })), [unreachable])
  return (
    <>
      {pathname === homeUrl && <HomeAd />}
      <MatchNotices />
      <MessageWatch />
      <UpdatePrompt />
    </>
  )
}
