import { gzipText } from './gzip-text.ts'
import type { KeptFile, KeptFiles } from './kept-files.ts'
import { pagePaths } from './page-paths.ts'
import type { SeoNeeds } from './seo-needs.ts'
import { idsOf, sitemapIndex, spanOf, spanSize, titleLines, urlset, urlsetBegin, urlsetEnd } from './sitemap-rules.ts'

export interface Sitemaps {
  /** The index that names all others. */
  index(): Promise<KeptFile | null>
  /** Compressed. */
  pages(): Promise<KeptFile | null>
  /** Compressed; null where no title has an id of that span. */
  titles(at: number): Promise<KeptFile | null>
}

/** The sitemaps, with a mark where the origin comes, kept until titles or categories change. */
export function createSitemaps(kept: KeptFiles, { titles, shelves }: SeoNeeds): Sitemaps {
  titles.onChanged((ids) => {
    const spans = ids && new Set(ids.map((id) => `titles-${spanOf(id)}`))
    kept.outdate(
      (key) => key === 'index' || key === 'pages' || (key.startsWith('titles-') && (spans?.has(key) ?? true)),
    )
  })
  shelves.onChanged(() => kept.outdate((key) => key === 'pages'))

  const firstBatch = async (at: number) => {
    const { after, last } = idsOf(at)
    const batches = titles.between(after, last)[Symbol.asyncIterator]()
    return { first: await batches.next(), batches }
  }
  async function* linesOf({ first, batches }: Awaited<ReturnType<typeof firstBatch>>) {
    yield urlsetBegin
    for (let batch = first; !batch.done; batch = await batches.next()) yield titleLines(batch.value)
    yield urlsetEnd
  }

  return {
    index: () => kept.get('index', async () => Buffer.from(sitemapIndex(await titles.spans(spanSize)))),
    pages: () => kept.get('pages', async () => gzipText([urlset(pagePaths(await shelves.list()))])),
    titles: (at) =>
      kept.get(`titles-${at}`, async () => {
        const begun = await firstBatch(at)
        return begun.first.done ? null : gzipText(linesOf(begun))
      }),
  }
}
