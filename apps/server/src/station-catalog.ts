import type { StationPlatform } from './config.ts'
import type { Ads } from './domains/ads/index.ts'
import { createCatalog, type Catalog, type CatalogNeeds } from './domains/catalog/index.ts'
import type { Library } from './domains/library/index.ts'
import type { Locks } from './domains/locks/index.ts'
import type { Media } from './domains/media/index.ts'
import type { Remote } from './domains/remote/index.ts'
import { siteChanged, type Site } from './domains/site/index.ts'
import { EgressError } from './platform/egress/egress.ts'
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
    pictures: titlePictures(platform, () => domains().media),
    addressesOf: (episodeId) => domains().remote.addressesOf(episodeId),
  })

/** A picture that an operator names by its address. */
const pictureLimits = { maxBytes: 16 * 1024 * 1024, timeoutMs: 20_000 }

/** Pictures that operators choose for titles. */
const titlePictures = ({ egress }: Pick<StationPlatform, 'egress'>, media: () => Media): CatalogNeeds['pictures'] => ({
  async store(kind, bytes) {
    const stored = await media().titlePictures.store(kind, bytes)
    if (!stored) return null
    const { kind: _kind, ...columns } = stored
    return columns
  },
  async fetch(address) {
    try {
      const reply = await egress.get(address, pictureLimits)
      return reply.status === 200 ? await reply.bytes() : null
    } catch (err) {
      if (err instanceof EgressError) return null
      throw err
    }
  },
  frame: (assetId, atSec) => media().titlePictures.frame(assetId, atSec),
})
