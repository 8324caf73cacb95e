import { LRUCache } from 'lru-cache'
import { closeSync, openSync, readSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { errorCode } from '../../../platform/process/error-code.ts'
import { createSemaphore } from '../../../platform/process/semaphore.ts'
import type { ListedSegment } from '../composition-rules.ts'
import { MalformedFragmentError, parseFragment, parseInit, type Fragment, type TrackInit } from './fragments.ts'
import { packedLanguage } from './language.ts'
import { composeMovie, type Movie, type ParsedTrack } from './movie.ts'

/** A rendition whose segments are read. */
export interface MovieTrack {
  /** Path of its folder below the data folder. */
  pathOf(file: string): string
  isDefault: boolean
  /** BCP 47, or empty. */
  language: string
  segments: readonly ListedSegment[]
}

export interface Movies {
  /**
   * The movie of a video and its audio tracks; null if it cannot be one file. Computed once for all requests, one film
   * after another: its tables take some tens of megabytes meanwhile. Refuses with Overloaded if too many wait.
   * @param key names the asset, its version and the video
   */
  get(key: string, tracks: () => Promise<{ video: MovieTrack; audios: MovieTrack[] } | null>): Promise<Movie | null>
  /** Forgets the movies with files below a folder, a path below the data folder with a slash at its end; null is all. */
  forget(folder: string | null): void
}

/** Some eighteen films of two hours in one rendition. */
const maxCachedBytes = 64 * 1024 * 1024
/** Films that wait to be composed. */
const maxQueued = 16
const headerBytes = 16 * 1024
/** After so many segments other requests get their turn. */
const segmentsPerTurn = 32

export function createMovies(folder: string): Movies {
  const cache = new LRUCache<string, Movie>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ head, paths, starts }) => head.length + paths.length * 80 + starts.length * 20,
  })
  const running = new Map<string, Promise<Movie | null>>()
  const runQueued = createSemaphore({ concurrency: 1, maxQueued, maxPerKey: 1 })
  const compose = async (tracks: { video: MovieTrack; audios: MovieTrack[] } | null): Promise<Movie | null> => {
    if (!tracks) return null
    try {
      return await composeTracks(tracks)
    } catch (err) {
      // Others, such as too many open files, may pass.
      const isFilm = err instanceof MalformedFragmentError || err instanceof RangeError || errorCode(err) === 'ENOENT'
      if (isFilm) return null
      throw err
    }
  }
  const composeTracks = async (tracks: { video: MovieTrack; audios: MovieTrack[] }): Promise<Movie | null> => {
    const [video, ...audios] = await Promise.all(
      [tracks.video, ...tracks.audios].map((track) => parseTrack(folder, track)),
    )
    const sounds = audios.filter((audio) => audio !== null)
    return video && sounds.length === audios.length ? composeMovie(video, sounds) : null
  }
  return {
    async get(key, tracks) {
      const cached = cache.get(key) ?? running.get(key)
      if (cached) return cached
      const movie = runQueued(async () => compose(await tracks()), key)
      running.set(key, movie)
      try {
        const composed = await movie
        if (composed) cache.set(key, composed)
        return composed
      } finally {
        running.delete(key)
      }
    },
    forget(folder) {
      if (folder === null) return cache.clear()
      const stale = [...cache].filter(([, { paths }]) => paths.some((path) => path.startsWith(folder)))
      for (const [key] of stale) cache.delete(key)
    },
  }
}

/** Null for a track whose parts have different codec configurations, which few players take in one file. */
async function parseTrack(
  folder: string,
  { pathOf, isDefault, language, segments }: MovieTrack,
): Promise<ParsedTrack | null> {
  const inits = new Map<string, TrackInit | null>()
  for (const name of new Set(segments.map(({ init }) => init)))
    inits.set(name, parseInit(await readFile(join(folder, pathOf(name)))))
  const [init] = inits.values()
  const isSame = (other: TrackInit | null): boolean =>
    init !== null &&
    init !== undefined &&
    other?.timescale === init.timescale &&
    Buffer.compare(other.stsd, init.stsd) === 0
  if (!init || ![...inits.values()].every(isSame)) return null
  const parsed: { path: string; restarts: boolean; fragments: Fragment[] }[] = []
  for (const [index, segment] of segments.entries()) {
    if (index % segmentsPerTurn === segmentsPerTurn - 1) await setImmediate()
    const { defaults } = inits.get(segment.init) ?? init
    const path = pathOf(segment.file)
    parsed.push({ path, restarts: segment.restarts, fragments: readFragments(join(folder, path), defaults) })
  }
  return { init, isDefault, language: packedLanguage(language), segments: parsed }
}

/** Synchronous, as the measurement of segments is: there are thousands, and each takes microseconds. */
function readFragments(path: string, defaults: TrackInit['defaults']): Fragment[] {
  const fragments: Fragment[] = []
  const file = openSync(path, 'r')
  try {
    const read = (at: number, bytes: number): Buffer => {
      const buffer = Buffer.allocUnsafe(bytes)
      return buffer.subarray(0, readSync(file, buffer, 0, bytes, at))
    }
    let [window, windowAt] = [read(0, headerBytes), 0]
    for (let at = 0; ;) {
      if (at + 16 > windowAt + window.length) [window, windowAt] = [read(at, headerBytes), at]
      const head = window.subarray(at - windowAt)
      if (head.length < 8) return fragments
      const declared = head.readUInt32BE(0)
      const size = declared === 1 && head.length >= 16 ? Number(head.readBigUInt64BE(8)) : declared
      if (size < 8) return fragments
      if (head.toString('latin1', 4, 8) === 'moof') {
        const moof = size <= head.length ? head.subarray(0, size) : read(at, size)
        fragments.push(parseFragment(moof, at, defaults))
      }
      at += size
    }
  } finally {
    closeSync(file)
  }
}
