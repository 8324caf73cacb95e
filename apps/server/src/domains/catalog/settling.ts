import { nowSec } from '../../platform/process/clock.ts'
import type { Catalog, CatalogNeeds } from './catalog-needs.ts'
import { changeTitles, type CatalogPlatform } from './change-titles.ts'
import type { EpisodeStore } from './episode-store.ts'
import { createQualityStore } from './quality-store.ts'
import { createWriterStore, lockTitlesOfAssets } from './writer-store.ts'

export type Settling = Pick<Catalog, 'settleEpisodes' | 'settle' | 'measure' | 'measureEpisodes' | 'refreshQuality'>

/** Assets whose quality is asked for at once. */
const batchSize = 500

/** Gives episodes the state and the quality of their assets. */
export function createSettling(
  platform: CatalogPlatform,
  { episodes }: { episodes: EpisodeStore },
  { assetStates, assetQualities }: Pick<CatalogNeeds, 'assetStates' | 'assetQualities'>,
): Settling {
  const { clock, db } = platform
  const unmeasured = createQualityStore(db.withTables()).unmeasured

  const settleAll = (assets: readonly Parameters<Settling['settle']>[]): Promise<void> =>
    changeTitles(platform, async (tx) => {
      const writer = createWriterStore(tx)
      await lockTitlesOfAssets(
        tx,
        assets.map(([{ assetId }]) => assetId),
      )
      const ids = new Set<number>()
      for (const [asset] of assets) for (const id of await writer.settleAsset(asset)) ids.add(id)
      const qualities = new Map(assets.map(([{ assetId }, quality]) => [assetId, quality]))
      await createQualityStore(tx).save(qualities, nowSec(clock))
      return [...ids]
    })

  const measure: Settling['measure'] = async (assetIds) => {
    const qualities = await assetQualities(assetIds)
    if (qualities.size > 0) await changeTitles(platform, (tx) => createQualityStore(tx).save(qualities, nowSec(clock)))
  }

  return {
    settle: (asset, quality) => settleAll([[asset, quality]]),
    measure,

    async settleEpisodes() {
      const states = await assetStates(await episodes.pendingAssets())
      const settled = [...states].filter(([, { state }]) => state !== 'pending')
      if (settled.length === 0) return
      const qualities = await assetQualities(settled.map(([assetId]) => assetId))
      await settleAll(
        settled.map(([assetId, { state, durationMs }]) => [
          { assetId, state, durationMs },
          qualities.get(assetId) ?? { height: 0, hdr: false, channels: 0 },
        ]),
      )
    },

    async measureEpisodes() {
      for (let last = 0; ;) {
        const ids = await unmeasured(last, batchSize)
        await measure(ids)
        last = ids.at(-1) ?? last
        if (ids.length < batchSize) return
      }
    },

    refreshQuality: (titleIds) =>
      changeTitles(platform, (tx) => createQualityStore(tx).refresh(titleIds, nowSec(clock))),
  }
}
