import type { VipBenefits } from '@yunmu/contract'
import type { SiteSettings } from './settings.ts'

/** What there is for VIPs besides settings. */
export interface StationOffers {
  /** Advertisements, of which VIPs see none. */
  hasAds: boolean
  /** Titles or episodes for VIPs. */
  hasTitles: boolean
  /** Titles with pictures of the heights that are for VIPs. */
  hasCinema: boolean
}

/** What VIPs get. Whatever users get as well is no benefit. */
export function benefitsOf(settings: SiteSettings, { hasAds, hasTitles, hasCinema }: StationOffers): VipBenefits {
  return {
    noAds: hasAds,
    download: settings.downloads_per_day > 0,
    minHeight: hasCinema ? settings.vip_min_height : 0,
    titles: hasTitles,
    streams: { user: settings.streams_user, vip: settings.streams_vip },
    danmaku: true,
  }
}
