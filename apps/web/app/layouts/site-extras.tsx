import { useLocation } from 'react-router'
import { HomeAd } from '../domains/ads/home-ad.tsx'
import { MatchNotices } from '../domains/matches/match-notices.tsx'
import { MessageWatch } from '../domains/messages/message-watch.tsx'
import { useSlash } from '../domains/search/use-slash.ts'
import { useSiteKeeper } from '../lib/site-keeper.ts'
import { homeUrl } from '../lib/urls.ts'
import { UpdatePrompt } from './update-prompt.tsx'

/** What stands over the pages: the home page's advertisement, what is said of live matches, new messages, a new version. */
export function SiteExtras() {
  const { pathname } = useLocation()
  useSlash()
  useSiteKeeper()
  return (
    <>
      {pathname === homeUrl && <HomeAd />}
      <MatchNotices />
      <MessageWatch />
      <UpdatePrompt />
    </>
  )
}
