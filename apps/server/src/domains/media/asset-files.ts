import type { Thumbnail } from '@yunmu/hls'
import { LRUCache } from 'lru-cache'
import { parseSourceFile, type ListedRendition } from './composition-rules.ts'
import type { MediaStore, PublishedAsset } from './media-store.ts'
import type { Tier } from './media-tables.ts'
import { tierOf } from './playlist-rules.ts'
import { previewSegments, previewThumbnails } from './preview-rules.ts'

interface AssetScope {
  assetId: number
  version: number
  /** VIPs may also see what is for everybody. */
  tier: Tier
  /** For a preview: it ends so many milliseconds after the beginning. Null gives access to the whole. */
  previewMs: number | null
}

/** Finds the files behind addresses below an asset, as far as a scope gives access to them. */
export interface AssetFiles {
  /**
   * The path of `<rendition>/<file>` or `storyboard/<file>` below the data folder; null if the asset does not play it. A
   * composition gives access to the segments of its ranges, and not to the rest of its sources.
   */
  pathOf(scope: AssetScope, rest: string): Promise<string | null>
  /** The tier of the folder that a rendition was stored in; null if the scope does not give access to it. */
  storedTier(scope: AssetScope, name: string): Promise<Tier | null>
  /** A rendition with the segments that the scope gives access to. */
  rendition(scope: AssetScope, name: string): Promise<ListedRendition | null>
  /** The same for thumbnails. */
  thumbnails(scope: AssetScope): Promise<Thumbnail[] | null>
  clear(): void
}

const maxCachedNames = 500
const maxCachedAssets = 2000

export interface AssetFilesNeeds {
  store: Pick<MediaStore, 'published' | 'rendition' | 'thumbnails'>
  /** Renditions of at least this height are for VIPs, wherever they are stored; 0 if there are none. */
  vipMinHeight: () => Promise<number>
}

export function createAssetFiles({ store, vipMinHeight }: AssetFilesNeeds): AssetFiles {
  // The names that a composition or a preview lists in one folder: every request for a segment asks for them.
  const listed = new LRUCache<string, Promise<ReadonlySet<string>>>({ max: maxCachedNames })
  const assets = new LRUCache<string, Promise<PublishedAsset | null>>({ max: maxCachedAssets })

  const cached = <Value>(
    cache: LRUCache<string, Promise<Value>>,
    key: string,
    read: () => Promise<Value>,
  ): Promise<Value> => {
    const known = cache.get(key)
    if (known) return known
    const value = read()
    cache.set(key, value)
    value.catch(() => cache.get(key) === value && cache.delete(key))
    return value
  }

  const storedTier: AssetFiles['storedTier'] = async ({ assetId, version, tier }, name) => {
    const asset = await cached(assets, String(assetId), () => store.published(assetId))
    const row = asset?.version === version ? asset.renditions.find((rendition) => rendition.name === name) : undefined
    return row && (tier === 'vip' || tierOf(row, await vipMinHeight()) === tier) ? row.tier : null
  }
  const rendition: AssetFiles['rendition'] = async (scope, name) => {
    const tier = await storedTier(scope, name)
    const found = tier && (await store.rendition({ assetId: scope.assetId, version: scope.version, tier, name }))
    if (!found || scope.previewMs === null) return found
    const { previewMs } = scope
    const durationMs = Math.min(found.durationMs, previewMs)
    return { ...found, durationMs, segments: previewSegments(found.segments, previewMs) }
  }
  const thumbnails: AssetFiles['thumbnails'] = async ({ assetId, previewMs }) => {
    const all = await store.thumbnails(assetId)
    return all && previewMs !== null ? previewThumbnails(all, previewMs) : all
  }
  const namesIn = (scope: AssetScope, folder: string): Promise<ReadonlySet<string>> =>
    cached(listed, `${scope.assetId} ${scope.version} ${scope.tier} ${scope.previewMs} ${folder}`, async () =>
      folder === 'storyboard'
        ? new Set((await thumbnails(scope))?.map(({ sheetUri }) => sheetUri))
        : new Set((await rendition(scope, folder))?.segments.flatMap(({ file, init }) => [file, init])),
    )

  return {
    storedTier,
    rendition,
    thumbnails,
    async pathOf(scope, rest) {
      const [folder = '', name = ''] = rest.split('/', 2)
      const isStoryboard = folder === 'storyboard'
      // Storyboards are stored for everybody.
      const tier = isStoryboard ? 'std' : await storedTier(scope, folder)
      if (tier === null) return null
      const source = parseSourceFile(name)
      const isListed = source !== null || scope.previewMs !== null
      if (isListed && !(await namesIn(scope, folder)).has(name)) return null
      const { assetId, version, file } = source ?? { ...scope, file: name }
      return `media/${assetId}/${version}/${tier}/${folder}/${file}`
    },
    clear() {
      listed.clear()
      assets.clear()
    },
  }
}
