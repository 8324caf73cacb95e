import type { StationPlatform } from './config.ts'
import type { Ads } from './domains/ads/index.ts'
import { createCatalog, type Catalog } from './domains/catalog/index.ts'
import type { Library } from './domains/library/index.ts'
import type { Locks } from './domains/locks/index.ts'
import type { Media } from './domains/media/index.ts'
import type { Remote } from './domains/remote/index.ts'
import { siteChanged, type Site } from './domains/site/index.ts'
import { toSimplified } from '@yunmu/zh'
import { titleFiles } from './station-content.ts'
import { correctionNeeds, type CorrectedDomains } from './station-corrections.ts'
import { catalogLocks } from './station-locks.ts'

interface LaterDomains extends CorrectedDomains {
  library: Library
  advertising: { ads: Pick<Ads, 'count'> }
  media: Media
  site: Site
  locks: Locks
  remote: Remote
}

/** Creates the titles' domain. `domains` are created after it, and asked for when they are needed. */
export const connectCatalog = (platform: StationPlatform, domains: () => LaterDomains): Catalog =>
  createCatalog(platform, {
    toSimplified,
    opinionOf: (userId, titleId) => domains().library.opinionOf(userId, titleId),
    adHits: (hit, visitor) => domains().advertising.ads.count(hit, visitor),
    ...titleFiles(() => domains().media),
    rights: { vipMinHeight: async () => (await domains().site.current()).vip_min_height, changed: [siteChanged] },
    locks: catalogLocks(() => domains().locks),
    ...correctionNeeds(domains),
    addressesOf: (episodeId) => domains().remote.addressesOf(episodeId),
  })
