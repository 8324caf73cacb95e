import type { DomainModule } from '../../platform/domain-module.ts'
import type { Platform } from '../../platform/platform.ts'
import { parseAd, type AdRefusal, type AdInput } from './ad-rules.ts'
import { adsChanged } from './ads-events.ts'
import { createAdsStore, type Ad } from './ads-store.ts'
import type { AdsTables } from './ads-tables.ts'
import { mountIndexAnchorCheck } from './calls/index-anchor-check.ts'

/** Advertisements, managed by the operator. */
export interface Ads {
  /** All, newest first. */
  list(): Promise<Ad[]>
  /** Stores an advertisement. Returns its id, or why it is invalid. */
  add(input: AdInput, nowSec: number): Promise<number | AdRefusal>
  /** False if there is no such advertisement. */
  remove(id: number): Promise<boolean>
  readonly module: DomainModule
}

export function createAds({ db, events }: Pick<Platform, 'db' | 'events'>): Ads {
  const store = createAdsStore(db.withTables<AdsTables>())
  return {
    list: store.list,
    async add(input, nowSec) {
      const ad = parseAd(input)
      if (typeof ad === 'string') return ad
      const id = await store.add(ad, nowSec)
      events.announce(adsChanged, {})
      return id
    },
    async remove(id) {
      const isRemoved = await store.remove(id)
      if (isRemoved) events.announce(adsChanged, {})
      return isRemoved
    },
    module: { name: 'ads', calls: (registry) => mountIndexAnchorCheck(registry, store) },
  }
}

export type { Ad, AdRefusal, AdInput }
