import type { Script } from '@yunmu/contract'
import { feedText } from './feed-rules.ts'
import type { CachedFile, GeneratedFileCache } from '../../platform/caching/generated-file-cache.ts'
import type { SeoNeeds } from './seo-needs.ts'

const maxItems = 50

export interface Feeds {
  /**
   * The latest changes of one top category, or of all (null), with a placeholder for the origin. Null if there is no
   * such category.
   */
  feed(script: Script, categoryId: number | null): Promise<CachedFile | null>
}

/** Feeds of updates, cached until titles change. */
export function createFeeds(cache: GeneratedFileCache, { titles, categories, site, toScript }: SeoNeeds): Feeds {
  titles.onChanged(() => cache.invalidate((key) => key.startsWith('feed-')))
  categories.onChanged(() => cache.invalidate((key) => key.startsWith('feed-')))
  return {
    feed: (script, categoryId) =>
      cache.get(`feed-${categoryId ?? 0}-${script}`, async () => {
        const category = categoryId === null ? null : (await categories.list()).find(({ id }) => id === categoryId)
        if (category === undefined) return null
        const path = category ? `/rss/${category.id}.xml` : '/rss.xml'
        const newest = await titles.newest(categoryId, maxItems)
        return Buffer.from(feedText({ path, script, site: await site(), category, titles: newest, toScript }))
      }),
  }
}
