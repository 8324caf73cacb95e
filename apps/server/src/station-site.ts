import { adsChanged, type Ads } from './domains/ads/index.ts'
import { categoriesChanged, type Catalog } from './domains/catalog/index.ts'
import { channelsChanged, type Live } from './domains/live/index.ts'
import type { Matches } from './domains/matches/index.ts'
import type { SiteNeeds } from './domains/site/index.ts'
import { offerChanged, type Vip } from './domains/vip/index.ts'
import { overseasTags } from './station-television.ts'

/** What the site needs of what it shows and sells. */
export const siteNeeds = (
  catalog: Catalog,
  { vip, ads, ...shown }: Parameters<typeof navigationOf>[1] & { vip: () => Vip; ads: () => Ads },
): SiteNeeds => ({
  navigation: navigationOf(catalog, shown),
  selling: { isOnSale: () => vip().isOnSale(), changed: [offerChanged] },
  ads: { places: () => ads().places(), changed: adsChanged },
})

/** The categories and overseas channels in the navigation. */
const navigationOf = (
  { categories }: Catalog,
  { live, matches }: { live: Live; matches: Pick<Matches, 'hasAny'> },
): SiteNeeds['navigation'] => ({
  hasMatches: matches.hasAny,
  async vodTypes() {
    const top = await categories.list()
    return top.map(({ id, name, typeEn, children }) => ({
      id,
      name,
      typeId: id,
      typeName: name,
      typePid: 0,
      typeEn,
      children,
    }))
  },
  overseasTags: () => overseasTags(live),
  changed: [categoriesChanged, channelsChanged],
})
