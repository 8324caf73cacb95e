import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/process/clock.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'

/** A file as it leaves. */
export interface KeptFile {
  bytes: Buffer
  /** With its quotation marks (RFC 9110, 8.8.3). */
  etag: string
  /** When these bytes were first made here. */
  modifiedMs: number
}

export interface KeptFiles {
  /** Whether the file of a key is there and need not be made. */
  holds(key: string): boolean
  /** The file of a key, made where there is none or where it is outdated. Null where `make` finds that there is none. */
  get(key: string, make: () => Promise<Buffer | null>): Promise<KeptFile | null>
  /** What the keys stand for has changed. */
  outdate(isMeant: (key: string) => boolean): void
}

interface Entry {
  file: KeptFile
  madeMs: number
  isOutdated: boolean
}

/** An outdated file is good for so long: titles change all the time, and crawlers ask for what they have. */
const patienceMs = 60_000
/** No file is kept for longer, whatever was heard. */
const oldestMs = 60 * 60_000
/** Who would have to wait behind so many is turned away. */
const mostWaiting = 32

const etagOf = (bytes: Buffer): string => `"${createHash('sha1').update(bytes).digest('base64url')}"`

/** Keeps what crawlers ask for again and again. Each file is made once, however many ask, and one after the other. */
export function createKeptFiles({ clock, maxBytes }: { clock: Clock; maxBytes: number }): KeptFiles {
  const kept = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ file }, key) => file.bytes.length + key.length + 200,
  })
  const onTheWay = new Map<string, Promise<KeptFile | null>>()
  /** What was outdated while it was being made. */
  const outdatedMeanwhile = new Set<string>()
  let turn: Promise<unknown> = Promise.resolve()

  const makeNow = async (key: string, make: () => Promise<Buffer | null>): Promise<KeptFile | null> => {
    outdatedMeanwhile.delete(key)
    const bytes = await make()
    if (!bytes) {
      kept.delete(key)
      return null
    }
    const [etag, madeMs] = [etagOf(bytes), clock.nowMs()]
    const before = kept.peek(key)?.file
    const file = before?.etag === etag ? before : { bytes, etag, modifiedMs: madeMs }
    kept.set(key, { file, madeMs, isOutdated: outdatedMeanwhile.has(key) })
    return file
  }

  const inTurn = (key: string, make: () => Promise<Buffer | null>): Promise<KeptFile | null> => {
    if (onTheWay.size >= mostWaiting) throw new RefusalError('Overloaded')
    const made = turn
      .then(() => makeNow(key, make))
      .finally(() => {
        onTheWay.delete(key)
        outdatedMeanwhile.delete(key)
      })
    onTheWay.set(key, made)
    turn = made.catch(() => undefined)
    return made
  }

  const goodFile = (key: string): KeptFile | null => {
    const found = kept.get(key)
    const ageMs = found ? clock.nowMs() - found.madeMs : 0
    return found && ageMs < (found.isOutdated ? patienceMs : oldestMs) ? found.file : null
  }

  return {
    holds: (key) => goodFile(key) !== null,
    get: async (key, make) => goodFile(key) ?? onTheWay.get(key) ?? inTurn(key, make),
    outdate(isMeant) {
      for (const [key, entry] of kept.entries()) if (isMeant(key)) entry.isOutdated = true
      for (const key of onTheWay.keys()) if (isMeant(key)) outdatedMeanwhile.add(key)
    },
  }
}
