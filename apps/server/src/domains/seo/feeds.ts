import type { Script } from '@yunmu/contract'
import { feedText } from './feed-rules.ts'
import type { KeptFile, KeptFiles } from './kept-files.ts'
import type { SeoNeeds } from './seo-needs.ts'

const itemsInFeed = 50

export interface Feeds {
  /**
   * What changed last, of one top category or of all (null), with a mark where the origin comes. Null where there is no
   * such category.
   */
  feed(script: Script, shelfId: number | null): Promise<KeptFile | null>
}

/** Feeds of updates, kept until titles change. */
export function createFeeds(kept: KeptFiles, { titles, shelves, site, toScript }: SeoNeeds): Feeds {
  titles.onChanged(() => kept.outdate((key) => key.startsWith('feed-')))
  shelves.onChanged(() => kept.outdate((key) => key.startsWith('feed-')))
  return {
    feed: (script, shelfId) =>
      kept.get(`feed-${shelfId ?? 0}-${script}`, async () => {
        const shelf = shelfId === null ? null : (await shelves.list()).find(({ id }) => id === shelfId)
        if (shelf === undefined) return null
        const path = shelf ? `/rss/${shelf.id}.xml` : '/rss.xml'
        const newest = await titles.newest(shelfId, itemsInFeed)
        return Buffer.from(feedText({ path, script, site: await site(), shelf, titles: newest, toScript }))
      }),
  }
}
