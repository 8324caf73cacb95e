import type { Kysely } from 'kysely'
import type { CallBook } from '../../platform/mount-call.ts'
import { mountIndexData } from './calls/index-data.ts'
import { mountIndexNavs } from './calls/index-navs.ts'
import { siteChanged } from './site-events.ts'
import type { SiteParts } from './site-needs.ts'
import { createSiteStore } from './site-store.ts'
import type { SiteTables } from './site-tables.ts'

/** What the station says of itself, and its navigation. */
export function createSite(db: Kysely<SiteTables>, needs: Omit<SiteParts, 'store'>): SiteParts {
  return { store: createSiteStore(db), ...needs }
}

/** Gives the site's calls their handlers. */
export function mountSite(book: CallBook, site: SiteParts): void {
  mountIndexData(book, site)
  mountIndexNavs(book, site)
}

export { siteChanged }
export type { SiteTables }
