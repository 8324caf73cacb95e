import { LRUCache } from 'lru-cache'
import type { ComposedFile } from '../../../platform/http/file-reply.ts'
import { RelayError, type PartFetcher } from './fetch-part.ts'
import type { KeptParts } from './kept-parts.ts'

/** Films in one file are fetched and kept in blocks: players ask for any range of them. */
const blockBytes = 4 * 1024 * 1024
const maxFilmBytes = 64 * 1024 ** 3
const sizeKnownForMs = 10 * 60_000

export function createFilmFiles({ fetcher, parts }: { fetcher: PartFetcher; parts: KeptParts }) {
  const sizes = new LRUCache<string, number>({ max: 1000, ttl: sizeKnownForMs })

  const sizeOf = async (url: string): Promise<number> => {
    const known = sizes.get(url)
    if (known !== undefined) return known
    const reply = await fetcher.fetch({ kind: 'segment', url, range: { first: 0, last: 0 } })
    await reply.bytes()
    const size = reply.totalBytes
    if (size === null || size === 0 || size > maxFilmBytes) throw new RelayError('its size is not known')
    sizes.set(url, size)
    return size
  }

  const block = (url: string, at: number, size: number) => {
    const range = { first: at * blockBytes, last: Math.min((at + 1) * blockBytes, size) - 1 }
    return parts.get(`${range.first}-${range.last} ${url}`, () => fetcher.fetch({ kind: 'segment', url, range }))
  }

  return {
    /** @throws RelayError, EgressError */
    async open(url: string): Promise<ComposedFile> {
      const size = await sizeOf(url)
      return {
        size,
        async *open(first, end) {
          for (let from = first; from < end;) {
            const at = Math.floor(from / blockBytes)
            const start = at * blockBytes
            const to = Math.min(end, start + blockBytes)
            const kept = await block(url, at, size)
            if ('bytes' in kept) yield kept.bytes.subarray(from - start, to - start)
            else yield* kept.open(from - start, to - start)
            from = to
          }
        },
      }
    },
  }
}
