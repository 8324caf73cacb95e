import type { Kysely } from 'kysely'
import type { Events } from '../../platform/events/events.ts'
import type { DomainModule } from '../../platform/domain-module.ts'
import { mountIndexApk } from './calls/index-apk.ts'
import { mountIndexData } from './calls/index-data.ts'
import { mountIndexNavs } from './calls/index-navs.ts'
import { isSettingName, settingKinds, parseSetting, type SettingName } from './setting-rules.ts'
import type { SiteSettings } from './settings.ts'
import { siteChanged } from './site-events.ts'
import type { SiteParts } from './site-needs.ts'
import { createSiteStore } from './site-store.ts'
import type { SiteTables } from './site-tables.ts'

/** Settings of the site, and its navigation. */
export interface Site {
  read(): Promise<SiteSettings>
  /** Stores the given settings and announces the change. Values are those of `parseSetting`. */
  write(settings: Partial<SiteSettings>): Promise<void>
  readonly module: DomainModule
}

export function createSite(
  db: Kysely<SiteTables>,
  { events, ...needs }: Omit<SiteParts, 'store'> & { events: Events },
): Site {
  const store = createSiteStore(db)
  const parts = { store, ...needs }
  return {
    read: store.read,
    async write(settings) {
      await store.write(settings)
      events.announce(siteChanged, {})
    },
    module: {
      name: 'site',
      calls(book) {
        mountIndexApk(book, parts)
        mountIndexData(book, parts)
        mountIndexNavs(book, parts)
      },
    },
  }
}

export { isSettingName, settingKinds, parseSetting, siteChanged }
export type { SettingName, SiteSettings, SiteTables }
