import { LRUCache } from 'lru-cache'
import { parseSourceFile } from './composition-rules.ts'
import type { MediaStore } from './media-store.ts'
import type { Tier } from './media-tables.ts'

interface AssetScope {
  assetId: number
  version: number
  tier: Tier
}

/** Finds the files behind addresses below an asset. */
export interface AssetFiles {
  /**
   * The path of `<rendition>/<file>` or `storyboard/<file>` below the data folder; null if the asset does not play it. A
   * composition gives access to the segments of its ranges, and not to the rest of its sources.
   */
  pathOf(scope: AssetScope, rest: string): Promise<string | null>
  clear(): void
}

const maxCachedNames = 500

export function createAssetFiles(store: Pick<MediaStore, 'rendition' | 'thumbnails'>): AssetFiles {
  // The names that a composition lists in one folder: every request for a segment asks for them.
  const listed = new LRUCache<string, Promise<ReadonlySet<string>>>({ max: maxCachedNames })

  const namesIn = (scope: AssetScope, folder: string): Promise<ReadonlySet<string>> => {
    const key = `${scope.assetId} ${scope.version} ${scope.tier} ${folder}`
    const known = listed.get(key)
    if (known) return known
    const names = readNames(store, scope, folder)
    listed.set(key, names)
    names.catch(() => listed.delete(key))
    return names
  }

  return {
    async pathOf(scope, rest) {
      const [folder = '', name = ''] = rest.split('/', 2)
      const source = parseSourceFile(name)
      if (!source) return `media/${scope.assetId}/${scope.version}/${scope.tier}/${rest}`
      if (!(await namesIn(scope, folder)).has(name)) return null
      return `media/${source.assetId}/${source.version}/${scope.tier}/${folder}/${source.file}`
    },
    clear: () => listed.clear(),
  }
}

async function readNames(
  store: Pick<MediaStore, 'rendition' | 'thumbnails'>,
  scope: AssetScope,
  folder: string,
): Promise<ReadonlySet<string>> {
  if (folder === 'storyboard') {
    return new Set((await store.thumbnails(scope.assetId))?.map(({ sheetUri }) => sheetUri))
  }
  const rendition = await store.rendition({ ...scope, name: folder })
  return new Set(rendition?.segments.flatMap(({ file, init }) => [file, init]))
}
