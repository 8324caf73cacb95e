import {
  adsUrl,
  browseUrl,
  competitionUrl,
  downloadUrl,
  homeUrl,
  legalUrl,
  matchesUrl,
  matchUrl,
  personUrl,
  rankUrl,
  searchUrl,
  tabsUrl,
  teamUrl,
  updateUrl,
} from '@yunmu/urls'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { CachedFile, GeneratedFileCache } from '../../platform/caching/generated-file-cache.ts'
import type { SeoCategory, SeoNeeds } from './seo-needs.ts'
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
  /** The index of all sitemaps. */
  index(): Promise<CachedFile | null>
  /** Compressed. */
  pages(): Promise<CachedFile | null>
  /** Compressed. Made again when categories change or the process starts: counting all works is expensive. */
  people(): Promise<CachedFile | null>
  /** Compressed: sports, without matches of long ago; null without matches. Made again when names change. */
  matches(): Promise<CachedFile | null>
  /** Compressed; null if no title has an id in that range. */
  titles(at: number): Promise<CachedFile | null>
}

/** As many as a sitemap may have entries would take seconds to count; these have the most works. */
const maxPeople = 10_000

/** Sitemaps with a placeholder for the origin, cached until titles or categories change. */
export function createSitemaps(cache: GeneratedFileCache, { titles, people, matches, categories }: SeoNeeds): Sitemaps {
  titles.onChanged((ids) => {
    const spans = ids && new Set(ids.map((id) => `titles-${spanOfId(id)}`))
    cache.invalidate(
      (key) => key === 'index' || key === 'pages' || (key.startsWith('titles-') && (spans?.has(key) ?? true)),
    )
  })
  categories.onChanged(() => cache.invalidate((key) => key === 'pages' || key === 'people'))

  matches.onChanged(() => cache.invalidate((key) => key === 'matches' || key === 'index'))

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
    index: () =>
      cache.get('index', async () => {
        const [spans, hasMatches] = await Promise.all([titles.spans(spanSize), matches.hasAny()])
        return Buffer.from(sitemapIndex(spans, { hasMatches }))
      }),
    pages: () => cache.get('pages', async () => gzipText([urlset(pagePaths(await categories.list()))])),
    people: () => cache.get('people', async () => gzipText([urlset((await people(maxPeople)).map(personUrl))])),
    matches: () =>
      cache.get('matches', async () =>
        (await matches.hasAny()) ? gzipText([urlset(sportsPaths(await matches.addresses()))]) : null,
      ),
    titles: (at) =>
      cache.get(`titles-${at}`, async () => {
        const started = await firstBatch(at)
        return started.first.done ? null : gzipText(linesOf(started))
      }),
  }
}

/** Addresses of pages that do not belong to one title: home, rankings, updates, search, categories and their genres. */
function pagePaths(categories: readonly SeoCategory[]): string[] {
  return [
    homeUrl,
    rankUrl(),
    updateUrl(),
    searchUrl({ q: '' }),
    downloadUrl(),
    adsUrl,
    legalUrl('terms'),
    legalUrl('privacy'),
    ...categories.flatMap(({ id, name, genres }) => [
      tabsUrl(id),
      rankUrl({ type: id }),
      updateUrl({ type: id }),
      browseUrl(name),
      ...genres.map((genre) => browseUrl(name, { genre })),
    ]),
  ]
}

/** Addresses of sports. */
function sportsPaths({
  competitionIds,
  teamIds,
  matchIds,
}: Awaited<ReturnType<SeoNeeds['matches']['addresses']>>): string[] {
  return [
    matchesUrl(),
    ...competitionIds.map((id) => competitionUrl({ id })),
    ...teamIds.map(teamUrl),
    ...matchIds.map((id) => matchUrl({ id, stream: 0 })),
  ]
}

/** Compresses text in parts (gzip, RFC 1952): memory holds only the result and one part. */
async function gzipText(parts: AsyncIterable<string> | Iterable<string>): Promise<Buffer> {
  const chunks: Buffer[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  await pipeline(Readable.from(parts), createGzip({ level: 6 }), sink)
  return Buffer.concat(chunks)
}
