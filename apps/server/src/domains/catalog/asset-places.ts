import { LRUCache } from 'lru-cache'
import type { ChangeLog, Dependency } from '../../platform/caching/change-log.ts'
import type { Events } from '../../platform/events/events.ts'
import { nowSec, type Clock } from '../../platform/process/clock.ts'
import { isForVips, isShown, type AssetPlace } from './asset-place-rules.ts'
import { categoriesChanged, titleDependency, titlesChanged } from './catalog-events.ts'
import type { EpisodeStore } from './episode-store.ts'

/** The episodes that play an asset, which every segment asks for: answered from memory until one of their titles changes. */
export interface AssetPlaces {
  of(assetId: number): Promise<readonly AssetPlace[]>
  /** Whether only VIPs may watch an asset now. */
  isForVips(assetId: number): Promise<boolean>
  /** Whether an asset is an episode of a visible title. */
  isShown(assetId: number): Promise<boolean>
}

/** Some hundred bytes each. */
const maxAssets = 20_000
/** Changes are announced; this bounds how long a lost announcement counts. */
const maxAgeMs = 5 * 60_000

interface Entry {
  places: readonly AssetPlace[]
  /** Of the change log, before the places were read. */
  sequence: number
  /** What they depend on. */
  names: readonly Dependency[]
}

export interface AssetPlacesNeeds {
  store: Pick<EpisodeStore, 'placesOf' | 'assetsOf'>
  events: Events
  changes: ChangeLog
  clock: Clock
}

const group = 'asset'
/** Changes when an episode begins to play the asset. */
const assetDependency = (id: number): Dependency => `${group}:${id}`

export function createAssetPlaces({ store, events, changes, clock }: AssetPlacesNeeds): AssetPlaces {
  const cached = new LRUCache<number, Entry>({ max: maxAssets, ttl: maxAgeMs })
  const reading = new Map<number, { sequence: number; entry: Promise<Entry> }>()
  const always = [changes.eventName(categoriesChanged)]
  const anyChange = [changes.eventName(titlesChanged), ...always]
  const isCurrent = (names: readonly Dependency[], sequence: number): boolean =>
    names.every((name) => changes.isUnchanged(name, sequence))

  /** Which assets the changed titles play now, which may be others than before. */
  const noteAssets = async (titleIds: readonly number[] | null): Promise<void> => {
    const ids = titleIds && (await store.assetsOf(titleIds).catch(() => null))
    if (ids === null) changes.groupsChanged([group], clock.nowMs())
    else if (ids.length > 0) changes.changed(ids.map(assetDependency), clock.nowMs())
  }
  const noting = new Set<Promise<void>>()
  events.on(titlesChanged, (detail) => {
    if (cached.size === 0) return
    const noted = noteAssets(detail?.ids ?? null)
    noting.add(noted)
    changes.expect(noted.finally(() => noting.delete(noted)))
  })

  const read = async (assetId: number, sequence: number): Promise<Entry> => {
    const places = await store.placesOf(assetId)
    const titles = [...new Set(places.map(({ titleId }) => titleDependency(titleId)))]
    const entry = { places, sequence, names: [assetDependency(assetId), ...titles, ...always] }
    // Which titles it depends on was not known while it was read.
    if (isCurrent(anyChange, sequence)) cached.set(assetId, entry)
    return entry
  }

  const of = async (assetId: number): Promise<readonly AssetPlace[]> => {
    if (noting.size > 0) await Promise.all(noting)
    const known = cached.get(assetId)
    if (known && isCurrent(known.names, known.sequence)) return known.places
    const running = reading.get(assetId)
    if (running && isCurrent(anyChange, running.sequence)) return (await running.entry).places
    const { sequence } = changes
    const started = { sequence, entry: read(assetId, sequence) }
    reading.set(assetId, started)
    try {
      return (await started.entry).places
    } finally {
      if (reading.get(assetId) === started) reading.delete(assetId)
    }
  }

  return {
    of,
    isForVips: async (assetId) => isForVips(await of(assetId), nowSec(clock)),
    isShown: async (assetId) => isShown(await of(assetId)),
  }
}
