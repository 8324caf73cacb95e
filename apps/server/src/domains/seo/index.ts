import type { SeoEntry, SeoPage } from '@yunmu/contract'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { CallBook } from '../../platform/calls/mount-call.ts'
import { mountIndexSeo } from './calls/index-seo.ts'
import { createFeeds } from './feeds.ts'
import { installSeo, type SeoHttp } from './install-seo.ts'
import { createKeptFiles } from './kept-files.ts'
import { createNamedFiles } from './named-files.ts'
import { seoChanged } from './seo-events.ts'
import type { SeoNeeds } from './seo-needs.ts'
import { createSeoStore, type SeoTexts } from './seo-store.ts'
import type { SeoTables } from './seo-tables.ts'
import { createSitemaps } from './sitemaps.ts'

/** The sitemaps of two million titles. */
const keptBytes = 32 * 1024 * 1024
/** Those that crawlers came for last, with the hosts that they came to. */
const namedBytes = 16 * 1024 * 1024

/** What this domain offers to the application. */
export interface Seo {
  /** What the operator says of kinds of pages. */
  entries: {
    list(): Promise<SeoEntry[]>
    set(page: SeoPage, texts: Partial<SeoTexts>): Promise<void>
    remove(page: SeoPage): Promise<boolean>
  }
  mount(book: CallBook): void
  install(app: FastifyInstance, http: SeoHttp): void
}

/** What is said to search engines: words for pages, sitemaps, robots.txt, feeds. */
export function createSeo(db: Kysely<SeoTables>, needs: SeoNeeds): Seo {
  const store = createSeoStore(db)
  const changed = (): void => needs.events.announce(seoChanged, {})
  return {
    entries: {
      list: store.list,
      async set(page, texts) {
        await store.set(page, texts)
        changed()
      },
      async remove(page) {
        const wasThere = await store.remove(page)
        changed()
        return wasThere
      },
    },
    mount: (book) => mountIndexSeo(book, store),
    install(app, http) {
      const kept = createKeptFiles({ clock: needs.clock, maxBytes: keptBytes })
      const named = createNamedFiles(createKeptFiles({ clock: needs.clock, maxBytes: namedBytes }))
      installSeo(app, { sitemaps: createSitemaps(kept, needs), feeds: createFeeds(kept, needs), named }, http)
    },
  }
}

export { longestText, pageNamed, unknownPlaces } from './seo-rules.ts'
export type { SeoTables, SeoTexts }
