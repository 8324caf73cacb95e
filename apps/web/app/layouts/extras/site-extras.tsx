import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { HomeAd } from '../../domains/ads/home-ad.tsx'
import { MatchNotices } from '../../domains/matches/match-notices.tsx'
import { MessageWatch } from '../../domains/messages/message-watch.tsx'
import { useSlash } from '../../domains/search/use-slash.ts'
import { callTexts } from '../../lib/calls/call-texts.ts'
import { keepSheets } from '../../lib/boot/keep-sheets.ts'
import { useSiteStorage } from '../../lib/site/site-storage.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { homeUrl } from '../../lib/urls.ts'
import { keepLostPage } from '../../lib/calls/when-answering.ts'
import { UpdatePrompt } from './update-prompt.tsx'

/** What stands over the pages: the home page's advertisement, what is said of live matches, new messages, a new version. */
export function SiteExtras() {
  const { pathname } = useLocation()
  useSlash()
  useSiteStorage()
  useEffect(() => {
    // What says that the network is gone cannot be fetched then.
    import('../../ui/feedback/toast-list.tsx').catch(() => undefined)
  }, [])
  // Also where an error has taken these parts away with the page.
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
