import { toScript } from '@yunmu/zh'
import { categoriesChanged, titlesChanged, type Catalog } from './domains/catalog/index.ts'
import { createSeo, type Seo, type SeoTables } from './domains/seo/index.ts'
import { siteChanged } from './domains/site/index.ts'
import type { Platform } from './platform/platform.ts'

interface SiteWords {
  name: string
  seo_description: string
}

/** What is said to search engines, connected to what it is said of. */
export function seoOf(
  { db, events, clock }: Platform,
  { addresses, listing, titles, categories }: Catalog,
  readSite: () => Promise<SiteWords>,
): Seo {
  const hasTitles = async (pidId: number, genre: string): Promise<boolean> =>
    (await listing.choose({ pidId, facets: [{ dimension: 'genre', value: genre }] }, 'updatedAt', 0, 1)).total > 0
  return createSeo(db.withTables<SeoTables>(), {
    clock,
    events,
    toScript,
    async site() {
      const { name, seo_description } = await readSite()
      return { name, description: seo_description }
    },
    titles: {
      spans: addresses.spans,
      between: addresses.between,
      async newest(pidId, count) {
        const { ids } = await listing.choose({ pidId, facets: [] }, 'updatedAt', 0, count)
        return titles.banners(ids, Math.floor(clock.nowMs() / 1000))
      },
      onChanged: (listener) => void events.on(titlesChanged, (detail) => listener(detail?.ids ?? null)),
    },
    categories: {
      async list() {
        const all = await categories.list()
        return Promise.all(
          all.map(async ({ id, name, genres }) => {
            const filled = await Promise.all(genres.map((genre) => hasTitles(id, genre)))
            return { id, name, genres: genres.filter((_, at) => filled[at]) }
          }),
        )
      },
      onChanged(listener) {
        events.on(categoriesChanged, listener)
        events.on(siteChanged, listener)
      },
    },
  })
}
