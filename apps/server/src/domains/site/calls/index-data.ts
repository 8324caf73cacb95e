import { indexData } from '@yunmu/contract'
import { changesAt, knowsLifetime } from '../../../platform/caching/collect-dependencies.ts'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { parseStatisticsScript } from '../statistics-rules.ts'
import { siteChanged } from '../site-events.ts'
import { parseFriendLinks } from '../friend-links-rules.ts'
import { registrationsOf } from '../registration-rules.ts'
import type { SiteParts } from '../site-needs.ts'

export function mountIndexData(registry: CallRegistry, { store, imageBase, selling, ads }: SiteParts): void {
  mountCall(
    registry,
    indexData,
    async () => {
      knowsLifetime()
      const settings = await store.read()
      const isSelling = settings.vip_selling ?? (await selling.isOnSale())
      const hasDownloads = settings.downloads_per_day > 0
      const { places, untilSec } = await ads.places()
      if (untilSec !== null) changesAt(untilSec * 1000)
      return {
        ...settings,
        vip_selling: isSelling,
        downloads: hasDownloads,
        image_base: imageBase,
        ad_anchors: places,
        registrations: registrationsOf(settings),
        stats_script: parseStatisticsScript(settings.stats_script)?.url ?? '',
        friend_links: parseFriendLinks(settings.friend_links) ?? [],
      }
    },
    { cachedUntil: [siteChanged, ads.changed, ...selling.changed] },
  )
}
