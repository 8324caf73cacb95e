import { gzipText } from './gzip-text.ts'
import type { CachedFile, FileCache } from './file-cache.ts'
import { pagePaths } from './page-paths.ts'
import type { SeoNeeds } from './seo-needs.ts'
import {
  idRange,
  sitemapIndex,
  spanOfId,
  spanSize,
  titleLines,
  urlset,
  urlsetStart,
  urlsetEnd,
} from './sitemap-rules.ts'

export interface Sitemaps {
  /** The index that names all others. */
  index(): Promise<CachedFile | null>
  /** Compressed. */
  pages(): Promise<CachedFile | null>
  /** Compressed; null where no title has an id of that span. */
  titles(at: number): Promise<CachedFile | null>
}

/** The sitemaps, with a mark where the origin comes, kept until titles or categories change. */
export function createSitemaps(cache: FileCache, { titles, categories }: SeoNeeds): Sitemaps {
  titles.onChanged((ids) => {
    const spans = ids && new Set(ids.map((id) => `titles-${spanOfId(id)}`))
    cache.invalidate(
      (key) => key === 'index' || key === 'pages' || (key.startsWith('titles-') && (spans?.has(key) ?? true)),
    )
  })
  categories.onChanged(() => cache.invalidate((key) => key === 'pages'))

  const firstBatch = async (at: number) => {
    const { after, last } = idRange(at)
    const batches = titles.between(after, last)[Symbol.asyncIterator]()
    return { first: await batches.next(), batches }
  }
  async function* linesOf({ first, batches }: Awaited<ReturnType<typeof firstBatch>>) {
    yield urlsetStart
    for (let batch = first; !batch.done; batch = await batches.next()) yield titleLines(batch.value)
    yield urlsetEnd
  }

  return {
    index: () => cache.get('index', async () => Buffer.from(sitemapIndex(await titles.spans(spanSize)))),
    pages: () => cache.get('pages', async () => gzipText([urlset(pagePaths(await categories.list()))])),
    titles: (at) =>
      cache.get(`titles-${at}`, async () => {
        const started = await firstBatch(at)
        return started.first.done ? null : gzipText(linesOf(started))
      }),
  }
}
