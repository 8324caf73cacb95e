import type { SeoEntry, SeoPage } from '@yunmu/contract'
import type { DomainModule } from '../../platform/domain-module.ts'
import type { Platform } from '../../platform/platform.ts'
import { mountIndexSeo } from './calls/index-seo.ts'
import { createFeeds } from './feeds.ts'
import { installSeo } from './install-seo.ts'
import { createGeneratedFileCache } from '../../platform/caching/generated-file-cache.ts'
import { createOriginFiles } from './origin-files.ts'
import { createSeoCorrections } from './seo-corrections.ts'
import type { SeoNeeds } from './seo-needs.ts'
import { createSeoStore, type SeoTexts } from './seo-store.ts'
import type { SeoTables } from './seo-tables.ts'
import { createSitemaps } from './sitemaps.ts'
import { seoExchange } from './seo-exchange.ts'

/** The sitemaps of two million titles. */
const fileCacheBytes = 32 * 1024 * 1024
/** Recently requested sitemaps with their origins. */
const originCacheBytes = 16 * 1024 * 1024

/** What this domain offers to the application. */
export interface Seo {
  /** The operator's texts for kinds of pages. */
  entries: {
    list(): Promise<SeoEntry[]>
    set(page: SeoPage, texts: Partial<SeoTexts>): Promise<void>
    remove(page: SeoPage): Promise<boolean>
  }
  readonly module: DomainModule
}

/** Data for search engines: texts of pages, sitemaps, robots.txt, feeds. */
export function createSeo({ db, clock, events }: Pick<Platform, 'db' | 'clock' | 'events'>, needs: SeoNeeds): Seo {
  const store = createSeoStore(db.withTables<SeoTables>())
  const { undoable, ...corrections } = createSeoCorrections({ db, clock, events })
  return {
    entries: { list: store.list, ...corrections },
    module: {
      name: 'seo',
      undoable,
      exchange: seoExchange({ events }),
      calls: (registry) => mountIndexSeo(registry, store),
      routes(app, http) {
        const fileCache = createGeneratedFileCache({ clock, maxBytes: fileCacheBytes })
        const withOrigin = createOriginFiles(createGeneratedFileCache({ clock, maxBytes: originCacheBytes }))
        installSeo(
          app,
          {
            robots: needs.robots,
            sitemaps: createSitemaps(fileCache, needs),
            feeds: createFeeds(fileCache, needs),
            withOrigin,
          },
          http,
        )
      },
    },
  }
}

export { maxTextLength, parsePage, unknownPlaceholders } from './seo-rules.ts'
export type { SeoTexts }
export type { SeoNeeds }
