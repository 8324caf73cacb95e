import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ComposedFile } from '../../../platform/http/file-reply.ts'
import type { FileVersion, PartFetcher } from './fetch-part.ts'
import type { FetchSlots, RelayClient } from './fetch-slots.ts'
import type { CachedPart, PartCache } from './part-cache.ts'
import { RelayError } from './relay-error.ts'
import { createSharedLoads } from './shared-loads.ts'

/** Films in one file are fetched and cached in blocks: players ask for any range of them. */
const blockBytes = 4 * 1024 * 1024
/** What is asked for within a block is fetched in multiples of this: a byte of a film does not cost a block. */
const stepBytes = 64 * 1024
const maxFilmBytes = 64 * 1024 ** 3
const versionKnownForMs = 10 * 60_000
const maxFilms = 1000

/** A film as it is sent. */
export interface FilmFile extends ComposedFile {
  /** Of the version that is sent, so that no client continues it with another one. */
  etag: string
}

export interface FilmFiles {
  /** @throws RelayError, EgressError, RefusalError */
  open(url: string, client: RelayClient): Promise<FilmFile>
  /** Looks at the versions of all films anew, and at what failed. */
  clear(): void
}

interface Film extends FileVersion {
  /** The origin of the host that sends it, after redirects. */
  origin: string
}

interface FilmNeeds {
  fetcher: PartFetcher
  parts: PartCache
  slots: FetchSlots
  nowMs: () => number
  /** Whether the station may serve what a host sent. */
  isRelayed: (origin: string) => Promise<boolean>
}

export function createFilmFiles({ fetcher, parts, slots, nowMs, isRelayed }: FilmNeeds): FilmFiles {
  const films = new LRUCache<string, { film: Film; atMs: number }>({ max: maxFilms })
  const loads = createSharedLoads<Film>({ slots, nowMs })

  const filmOf = async (url: string, client: RelayClient): Promise<Film> => {
    const known = films.get(url)
    if (known && Math.abs(nowMs() - known.atMs) < versionKnownForMs) return known.film
    return loads.get(url, { url, client }, async (slot) => {
      const { size, validator, url: from } = await fetcher.versionOf(url, slot)
      if (size > maxFilmBytes) throw new RelayError('size')
      const film = { size, validator, origin: from.origin }
      films.set(url, { film, atMs: nowMs() })
      return film
    })
  }

  /** The part of a film from a position on: its whole block if that is there, else what of it is asked for. */
  const partAt = async (url: string, film: Film, { from, end }: { from: number; end: number }, client: RelayClient) => {
    const nameOf = (first: number, last: number): string => `${first}-${last} ${film.size} ${film.validator} ${url}`
    const blockFirst = from - (from % blockBytes)
    const blockEnd = Math.min(blockFirst + blockBytes, film.size)
    const block = parts.peek(nameOf(blockFirst, blockEnd - 1))
    if (block) return { part: block, first: blockFirst, end: Math.min(end, blockEnd) }
    const first = from - (from % stepBytes)
    const to = Math.min(end, blockEnd)
    const last = Math.min(Math.ceil(to / stepBytes) * stepBytes, blockEnd) - 1
    const part = await parts.get(nameOf(first, last), {
      url,
      client,
      fetch: (slot) => fetcher.fetchRange(url, { first, last }, film, slot),
    })
    if (sizeOf(part) !== last - first + 1) {
      closePart(part)
      throw new RelayError('size')
    }
    return { part, first, end: to }
  }

  return {
    clear() {
      films.clear()
      loads.clear()
    },

    async open(url, client) {
      const film = await filmOf(url, client)
      if (!(await isRelayed(film.origin))) throw new RelayError('host')
      return {
        size: film.size,
        etag: createHash('sha256').update(`${film.size} ${film.validator}`).digest('base64url').slice(0, 22),
        async *open(start, end) {
          for (let from = start; from < end;) {
            const {
              part,
              first,
              end: to,
            } = await partAt(url, film, { from, end }, client).catch((err: unknown) => {
              // The next request sees the new version. What was sent of this one ends here.
              if (err instanceof RelayError && err.reason === 'changed') films.delete(url)
              throw err
            })
            if (!(await isRelayed(part.origin))) {
              closePart(part)
              throw new RelayError('host')
            }
            if ('bytes' in part) yield part.bytes.subarray(from - first, to - first)
            else yield* part.open(from - first, to - first)
            from = to
          }
        },
      }
    },
  }
}

const sizeOf = (part: CachedPart): number => ('bytes' in part ? part.bytes.length : part.size)

const closePart = (part: CachedPart): void => {
  if ('close' in part) part.close()
}
