import { adAnchors } from '@yunmu/contract/ad-anchors'
import { homeAnchor } from '@yunmu/contract/constants'
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { useLocation } from 'react-router'
import { useWantsAd } from '../../domains/ads/use-wants-ad.ts'
import { MatchNotices } from '../../domains/matches/match-notices.tsx'
import { useLaterButtons } from '../../domains/library/use-later-buttons.ts'
import { PosterPreviews } from '../../domains/media/preview/poster-previews.tsx'
import { MembershipWatch } from '../../domains/vip/membership-watch.tsx'
import { MessageWatch } from '../../domains/messages/message-watch.tsx'
import { useSlashShortcut } from '../../domains/search/use-slash-shortcut.ts'
import { callTexts } from '../../lib/calls/call-texts.ts'
import { useStoredReplies } from '../../lib/calls/use-stored-replies.ts'
import { retryFailedSheets } from '../../lib/boot/retry-failed-sheets.ts'
import { loadNameFont } from '../../lib/fonts/load-name-font.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { syncSpoilers } from '../../lib/site/spoilers.ts'
import { useSite } from '../../lib/site/site.ts'
import { useSiteStorage } from '../../lib/site/site-storage.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { homeUrl } from '../../lib/urls.ts'
import { reloadFailedPage } from '../../lib/calls/when-reachable.ts'
import { UpdatePrompt } from './update-prompt.tsx'
import { useHomeReason } from './use-home-reason.ts'

/** Rendered in this order, each in a task of its own: together they would hold a slow phone up. */
const parts = [
  SiteEffects,
  Statistics,
  Preloads,
  MessageWatch,
  MembershipWatch,
  AdOfPage,
  MatchNotices,
  PosterPreviews,
  UpdatePrompt,
]

/** Parts over the pages: home page advertisement, match notices, new messages, previews of posters, update prompt. */
export function SiteExtras() {
  // Before the parts that would request these replies.
  useStoredReplies()
  const [count, setCount] = useState(1)
  useEffect(() => {
    if (count === parts.length) return
    const timer = setTimeout(() => setCount(count + 1))
    return () => clearTimeout(timer)
  }, [count])
  return parts.slice(0, count).map((Part, at) => <Part key={at} />)
}

/** Nothing floats over players, which have advertisements of their own, and over the pages for advertisers. */
const withoutBox = /^\/(?:player|match\/play|ads)(?:\/|$)/

/** The floating advertisement of the home page, or the box of other pages. */
function AdOfPage() {
  const { pathname } = useLocation()
  const anchor = pathname === homeUrl ? homeAnchor : adAnchors.box
  const isWanted = useWantsAd(anchor) && !withoutBox.test(pathname)
  const [FloatingAd, setFloatingAd] = useState<ComponentType<{ anchor: string }> | null>(null)
  useEffect(() => {
    if (!isWanted) return
    import('../../domains/ads/floating-ad.tsx').then(
      (part) => setFloatingAd(() => part.FloatingAd),
      () => undefined,
    )
  }, [isWanted])
  return isWanted && FloatingAd && <FloatingAd key={anchor} anchor={anchor} />
}

/** The operator's statistics script, on the first page that may have it. */
function Statistics() {
  const { pathname } = useLocation()
  const url = useSite()?.stats_script ?? ''
  useEffect(() => {
    if (url === '') return
    import('../../lib/site/statistics.ts').then(
      ({ addStatistics }) => addStatistics(url),
      () => undefined,
    )
  }, [url, pathname])
  return null
}

function Preloads() {
  useEffect(() => {
    // The next part makes the first calls: what they need runs in a task of its own before it.
    import('@yunmu/contract/wire').catch(() => undefined)
    // Preloaded, because the notice of a lost network cannot be loaded offline.
    import('../../ui/feedback/toast-list.tsx').catch(() => undefined)
    // So that the first submenu opens at once.
    import('../header/nav-panel.tsx').catch(() => undefined)
  }, [])
  useEffect(() => loadNameFont(), [])
  return null
}

/** What works without being seen. */
function SiteEffects() {
  useHomeReason()
  useSlashShortcut()
  useLaterButtons()
  useSiteStorage()
  const script = useScript()
  useEffect(() => syncSpoilers(script), [script])
  // Also runs if an error has unmounted these parts.
  useEffect(() => void reloadFailedPage(), [])
  const { unreachable } = useTexts(callTexts)
  const warnOfWaiting = useEffectEvent(() => showToast({ text: unreachable, kind: 'warning' }))
  useEffect(() => retryFailedSheets(() => warnOfWaiting()), [])
  return null
}
