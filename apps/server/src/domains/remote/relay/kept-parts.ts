import { LRUCache } from 'lru-cache'
import type { ComposedFile } from '../../../platform/http/file-reply.ts'
import { createFlight } from './flight.ts'
import { createKeptFiles, type KeptFilesOptions } from './kept-files.ts'

/** A part as it is fetched: its bytes, or with their number before they have arrived. */
export interface FetchedPart {
  size: number | null
  body: AsyncIterable<Buffer>
  bytes(): Promise<Buffer>
}

export type KeptPart = { bytes: Buffer } | ComposedFile

/** Parts of films elsewhere, in memory and on disk. Each is fetched once, however many ask for it. */
export interface KeptParts {
  /** @param fetch called if it is kept nowhere; it rejects if the other host does not give it */
  get(name: string, fetch: () => Promise<FetchedPart>): Promise<KeptPart>
  /** Removes from disk what was used the longest ago, down to the limit. */
  sweep(): Promise<void>
}

export function createKeptParts({ maxMemoryBytes, ...disk }: KeptFilesOptions & { maxMemoryBytes: number }): KeptParts {
  const files = createKeptFiles(disk)
  const memory = new LRUCache<string, { bytes: Buffer }>({
    maxSize: Math.max(1, maxMemoryBytes),
    sizeCalculation: ({ bytes }) => bytes.length || 1,
  })
  const pending = new Map<string, Promise<KeptPart>>()

  /** Keeps what has arrived. A disk that fails costs only what it would have saved. */
  const keep = (name: string, bytes: Buffer): void => {
    memory.set(name, { bytes })
    files.write(name, bytes).catch(() => undefined)
  }

  const load = async (name: string, fetch: () => Promise<FetchedPart>): Promise<KeptPart> => {
    const done = (): void => void pending.delete(name)
    const stored = await files.read(name).catch(() => null)
    if (stored) {
      memory.set(name, { bytes: stored })
      done()
      return { bytes: stored }
    }
    const { size, body, bytes: read } = await fetch()
    if (size === null) {
      const bytes = await read()
      keep(name, bytes)
      done()
      return { bytes }
    }
    const flight = createFlight(body, size)
    // Viewers see a failure where they read.
    void flight.whole
      .then(
        (bytes) => keep(name, bytes),
        () => undefined,
      )
      .finally(done)
    return flight
  }

  return {
    async get(name, fetch) {
      const kept = memory.get(name)
      if (kept) return kept
      const running = pending.get(name)
      if (running) return running
      const loading = load(name, fetch)
      pending.set(name, loading)
      loading.catch(() => pending.delete(name))
      return loading
    },
    sweep: files.sweep,
  }
}
