import { LRUCache } from 'lru-cache'
import { createArrivingPart, type ArrivingPart, type PartReader } from './arriving-part.ts'
import { createDiskCache, type DiskCacheOptions, type StoredPart } from './disk-cache.ts'
import type { FetchedPart } from './fetch-part.ts'
import type { FetchSlot, FetchSlots, RelayClient } from './fetch-slots.ts'
import { createSharedLoads } from './shared-loads.ts'

/** A part that is there, or one that is read while it arrives; each with the origin of the host that sent it. */
export type CachedPart = StoredPart | (PartReader & { origin: string })

/** Parts of films elsewhere, in memory and on disk. Each is fetched once, however many ask for it. */
export interface PartCache {
  /**
   * A reader that is not read must be closed.
   * @param source what is fetched, for whom, and how, if the part is cached nowhere
   * @throws RelayError, EgressError, RefusalError
   */
  get(name: string, source: PartSource): Promise<CachedPart>
  /** The part if it is in memory or arrives. */
  peek(name: string): CachedPart | null
  /** Asks hosts that failed just now again. */
  clearFailures(): void
  /** Removes from disk what was used the longest ago, down to the limit. */
  sweep(): Promise<void>
}

export interface PartSource {
  url: string
  client: RelayClient
  fetch: (slot: FetchSlot) => Promise<FetchedPart>
}

type Arriving = ArrivingPart & { origin: string }

export function createPartCache({
  maxMemoryBytes,
  slots,
  nowMs,
  ...disk
}: DiskCacheOptions & { maxMemoryBytes: number; slots: FetchSlots; nowMs: () => number }): PartCache {
  const files = createDiskCache(disk)
  const memory = new LRUCache<string, StoredPart>({
    maxSize: Math.max(1, maxMemoryBytes),
    sizeCalculation: ({ bytes }) => bytes.length || 1,
  })
  const reading = new Map<string, Promise<StoredPart | null>>()
  const arriving = new Map<string, Arriving>()
  const loads = createSharedLoads<StoredPart | Arriving>({ slots, nowMs })

  /** Caches what has arrived. A disk that fails costs only what it would have saved. */
  const save = (name: string, part: StoredPart): void => {
    memory.set(name, part)
    files.write(name, part).catch(() => undefined)
  }

  const readDisk = (name: string): Promise<StoredPart | null> => {
    const running = reading.get(name)
    if (running) return running
    const started = files
      .read(name)
      .catch(() => null)
      .then((part) => {
        if (part) memory.set(name, part)
        return part
      })
      .finally(() => reading.delete(name))
    reading.set(name, started)
    return started
  }

  const load = async (name: string, { fetch }: PartSource, slot: FetchSlot): Promise<StoredPart | Arriving> => {
    const fetched = await fetch(slot)
    const { origin } = fetched.url
    if (fetched.size === null) {
      const part = { bytes: await fetched.bytes(), origin }
      save(name, part)
      return part
    }
    const { size, body, cancel } = fetched
    const part: Arriving = { ...createArrivingPart(body, size, () => (arriving.delete(name), cancel())), origin }
    arriving.set(name, part)
    part.whole
      .then(
        (bytes) => save(name, { bytes, origin }),
        (err: unknown) => {
          // Also ends a body that was longer than declared.
          cancel()
          // Nobody failed where the last reader left.
          if (arriving.get(name) === part) loads.fail(name, err)
        },
      )
      .finally(() => {
        if (arriving.get(name) === part) arriving.delete(name)
      })
    return part
  }

  const joined = (part: StoredPart | Arriving): CachedPart | null => {
    if ('bytes' in part) return part
    const reader = part.join()
    return reader && { ...reader, origin: part.origin }
  }

  const peek = (name: string): CachedPart | null => {
    const found = memory.get(name) ?? arriving.get(name)
    return found ? joined(found) : null
  }

  return {
    peek,
    async get(name, source) {
      for (;;) {
        const found = peek(name) ?? (await readDisk(name))
        if (found) return found
        const part = joined(await loads.get(name, source, (slot) => load(name, source, slot)))
        if (part) return part
        // Its last reader left just now: it is fetched again.
      }
    },
    clearFailures: loads.clear,
    sweep: files.sweep,
  }
}
