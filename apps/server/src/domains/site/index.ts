import type { VipBenefits } from '@yunmu/contract'
import { createSharedRead } from '../../platform/caching/shared-read.ts'
import type { DomainModule } from '../../platform/domain-module.ts'
import type { Platform } from '../../platform/platform.ts'
import { mountIndexApk } from './calls/index-apk.ts'
import { mountIndexData } from './calls/index-data.ts'
import { mountIndexNavs } from './calls/index-navs.ts'
import { benefitsOf, type StationOffers } from './benefit-rules.ts'
import { isSettingName, settingKinds, parseSetting, type SettingName } from './setting-rules.ts'
import type { SiteSettings } from './settings.ts'
import { createSettingCorrections, type SettingCorrections } from './setting-corrections.ts'
import { siteChanged } from './site-events.ts'
import type { SiteNeeds, SiteParts } from './site-needs.ts'
import { parseStatisticsScript, type StatisticsScript } from './statistics-rules.ts'
import { createSiteStore } from './site-store.ts'
import type { SiteTables } from './site-tables.ts'
import { siteExchange } from './site-exchange.ts'

/** Settings of the site, and its navigation. */
export interface Site {
  read(): Promise<SiteSettings>
  /** The same from memory: asked for every segment of a film. */
  current(): Promise<SiteSettings>
  /** The operator's statistics script; null if there is none. The last known one while the database is unavailable. */
  statistics(): Promise<StatisticsScript | null>
  /** What VIPs get by the settings and what the station has. */
  vipBenefits(offers: StationOffers): Promise<VipBenefits>
  /** Stores the given settings and announces the change. Values are those of `parseSetting`. */
  write(settings: Partial<SiteSettings>): Promise<void>
  /** The same by an operator, with an entry of the audit log. Returns its number; null changed nothing. */
  correct: SettingCorrections['correct']
  readonly module: DomainModule
}

type SitePlatform = Pick<Platform, 'db' | 'events' | 'config' | 'clock'>

export function createSite(platform: SitePlatform, needs: SiteNeeds): Site {
  const { db, events, config, clock } = platform
  const store = createSiteStore(db.withTables<SiteTables>())
  const settings = createSharedRead(() => store.read(), { maxAgeMs: 60_000 })
  events.on(siteChanged, () => settings.invalidate())
  const parts: SiteParts = { store, imageBase: config.mediaUrl, ...needs }
  let lastScript: StatisticsScript | null = null
  const { correct, undoable } = createSettingCorrections(platform)
  return {
    correct,
    read: store.read,
    current: () => settings.get(clock.nowMs()),
    async statistics() {
      try {
        lastScript = parseStatisticsScript((await settings.get(clock.nowMs())).stats_script)
      } catch {
        // Cached pages are served while the database is unavailable.
      }
      return lastScript
    },
    vipBenefits: async (offers) => benefitsOf(await store.read(), offers),
    async write(changed) {
      await store.write(changed)
      events.announce(siteChanged, {})
    },
    module: {
      name: 'site',
      exchange: siteExchange({ events }),
      undoable,
      calls(registry) {
        mountIndexApk(registry, parts)
        mountIndexData(registry, parts)
        mountIndexNavs(registry, parts)
      },
    },
  }
}

export { parseRobotsLines } from './robots-lines-rules.ts'
export { isSettingName, settingKinds, parseSetting, siteChanged }
export type { SettingName, SiteNeeds, SiteSettings }
