import { gzipText } from './gzip-text.ts'
import type { KeptFile, KeptFiles } from './kept-files.ts'
import { pagePaths } from './page-paths.ts'
import type { SeoNeeds } from './seo-needs.ts'
import { idsOf, sitemapIndex, spanOf, spanSize, titleLines, urlset, urlsetBegin, urlsetEnd } from './sitemap-rules.ts'

export interface Sitemaps {
  /** The index that names all others. */
  index(origin: string): Promise<KeptFile | null>
  /** Compressed. */
  pages(origin: string): Promise<KeptFile | null>
  /** Compressed; null where no title has an id of that span. */
  titles(origin: string, at: number): Promise<KeptFile | null>
}

/** The sitemaps, kept by their origin until titles or categories change. */
export function createSitemaps(kept: KeptFiles, { titles, shelves }: SeoNeeds): Sitemaps {
  titles.onChanged((ids) => {
    const spans = ids && new Set(ids.map((id) => `titles-${spanOf(id)}`))
    kept.outdate((key) => {
      const [name = ''] = key.split(' ')
      return name === 'index' || name === 'pages' || (name.startsWith('titles-') && (spans?.has(name) ?? true))
    })
  })
  shelves.onChanged(() => kept.outdate((key) => key.startsWith('pages ')))

  const firstBatch = async (at: number) => {
    const { after, last } = idsOf(at)
    const batches = titles.between(after, last)[Symbol.asyncIterator]()
    return { first: await batches.next(), batches }
  }
  async function* linesOf(origin: string, { first, batches }: Awaited<ReturnType<typeof firstBatch>>) {
    yield urlsetBegin
    for (let batch = first; !batch.done; batch = await batches.next()) yield titleLines(origin, batch.value)
    yield urlsetEnd
  }

  return {
    index: (origin) =>
      kept.get(`index ${origin}`, async () => Buffer.from(sitemapIndex(origin, await titles.spans(spanSize)))),
    pages: (origin) =>
      kept.get(`pages ${origin}`, async () => gzipText([urlset(origin, pagePaths(await shelves.list()))])),
    titles: (origin, at) =>
      kept.get(`titles-${at} ${origin}`, async () => {
        const begun = await firstBatch(at)
        return begun.first.done ? null : gzipText(linesOf(origin, begun))
      }),
  }
}
