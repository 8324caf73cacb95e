import {
  adFormUrl,
  adsUrl,
  adUrl,
  browseUrl,
  competitionUrl,
  detailsUrl,
  downloadUrl,
  guideUrl,
  homeUrl,
  liveUrl,
  matchesUrl,
  matchUrl,
  overseasUrl,
  personUrl,
  rankUrl,
  searchUrl,
  tabsUrl,
  teamUrl,
  updateUrl,
  userUrl,
  vipUrl,
  vodUrl,
} from './build.ts'
import type { Page } from './page.ts'
import { legalUrl } from './legal-url.ts'
import { ordersUrl } from './orders-url.ts'
import { passwordUrl } from './password-url.ts'

/** Canonical address of a page. */
export function pageUrl(page: Page): string {
  switch (page.name) {
    case 'home':
      return homeUrl
    case 'details':
      return detailsUrl(page)
    case 'vod':
      return vodUrl(page)
    case 'live':
      return liveUrl(page)
    case 'overseas':
      return overseasUrl(page)
    case 'guide':
      return guideUrl(page)
    case 'match':
      return matchUrl(page)
    case 'matches':
      return matchesUrl(page)
    case 'competition':
      return competitionUrl(page)
    case 'team':
      return teamUrl(page.id)
    case 'password':
      return passwordUrl(page)
    case 'tabs':
      return tabsUrl(page.type)
    case 'person':
      return personUrl(page.person)
    case 'browse':
      return browseUrl(page.type, page.filter, page.page)
    case 'rank':
      return rankUrl(page)
    case 'update':
      return updateUrl(page)
    case 'search':
      return searchUrl(page)
    case 'vip':
      return vipUrl
    case 'user':
      return page.part === '' ? userUrl : `${userUrl}/${page.part}`
    case 'orders':
      return ordersUrl(page)
    case 'legal':
      return legalUrl(page.kind)
    case 'ads':
      return adsUrl
    case 'ad':
      return adUrl(page.id)
    case 'adForm':
      return adFormUrl
    case 'download':
      return downloadUrl(page.type)
  }
}
