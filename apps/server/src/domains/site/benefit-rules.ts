import type { VipBenefits } from '@yunmu/contract'
import type { SiteSettings } from './settings.ts'

/** What VIPs get. Whatever users get as well is no benefit. */
export function benefitsOf(settings: SiteSettings, hasAds: boolean): VipBenefits {
  return {
    noAds: hasAds,
    download: settings.downloads_per_day > 0,
    minHeight: settings.vip_min_height,
    streams: { user: settings.streams_user, vip: settings.streams_vip },
    danmaku: true,
  }
}
