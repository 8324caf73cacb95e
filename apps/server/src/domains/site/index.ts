import type { DomainModule } from '../../platform/domain-module.ts'
import type { Platform } from '../../platform/platform.ts'
import { mountIndexApk } from './calls/index-apk.ts'
import { mountIndexData } from './calls/index-data.ts'
import { mountIndexNavs } from './calls/index-navs.ts'
import { isSettingName, settingKinds, parseSetting, type SettingName } from './setting-rules.ts'
import type { SiteSettings } from './settings.ts'
import { siteChanged } from './site-events.ts'
import type { SiteNeeds, SiteParts } from './site-needs.ts'
import { createSiteStore } from './site-store.ts'
import type { SiteTables } from './site-tables.ts'

/** Settings of the site, and its navigation. */
export interface Site {
  read(): Promise<SiteSettings>
  /** Stores the given settings and announces the change. Values are those of `parseSetting`. */
  write(settings: Partial<SiteSettings>): Promise<void>
  readonly module: DomainModule
}

export function createSite({ db, events, config }: Pick<Platform, 'db' | 'events' | 'config'>, needs: SiteNeeds): Site {
  const store = createSiteStore(db.withTables<SiteTables>())
  const parts: SiteParts = { store, imageBase: config.mediaUrl, ...needs }
  return {
    read: store.read,
    async write(settings) {
      await store.write(settings)
      events.announce(siteChanged, {})
    },
    module: {
      name: 'site',
      calls(registry) {
        mountIndexApk(registry, parts)
        mountIndexData(registry, parts)
        mountIndexNavs(registry, parts)
      },
    },
  }
}

export { isSettingName, settingKinds, parseSetting, siteChanged }
export type { SettingName, SiteNeeds, SiteSettings }
