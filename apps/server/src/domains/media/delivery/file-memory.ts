import { LRUCache } from 'lru-cache'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../../platform/process/error-code.ts'

/** Files larger than this are streamed from disk: one of them would push out a film's worth of segments. */
const largestKept = 32 * 1024 * 1024

/** A file's bytes, its size where the bytes are not wanted or too many, or null where there is no file. */
export type FoundFile = { bytes: Buffer } | { path: string; size: number } | null

/** Whole files in memory, up to a number of bytes; what was not asked for the longest goes first. */
export interface FileMemory {
  /** @param path relative to the folder, made of checked parts */
  read(path: string): Promise<FoundFile>
  /** As `read`, for who does not need the bytes: nothing is read from disk. */
  measure(path: string): Promise<FoundFile>
  /** Drops a file, or what lies below a folder. A reading of it under way is given to those who wait, but not kept. */
  forget(below: string): void
}

export function createFileMemory({ folder, maxBytes }: { folder: string; maxBytes: number }): FileMemory {
  const kept = new LRUCache<string, Buffer>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ length }) => length || 1,
  })
  const reading = new Map<string, Promise<FoundFile>>()

  const load = (path: string): Promise<FoundFile> => {
    const before = reading.get(path)
    if (before) return before
    const now = readFileAt(join(folder, path))
      .then((found) => {
        if (found && 'bytes' in found && reading.get(path) === now) kept.set(path, found.bytes)
        return found
      })
      .finally(() => {
        if (reading.get(path) === now) reading.delete(path)
      })
    reading.set(path, now)
    return now
  }

  return {
    async read(path) {
      const bytes = kept.get(path)
      return bytes ? { bytes } : load(path)
    },
    async measure(path) {
      const bytes = kept.get(path)
      return bytes ? { bytes } : measureAt(join(folder, path))
    },
    forget(below) {
      const prefix = `${below}/`
      for (const map of [kept, reading]) {
        for (const path of map.keys()) if (path === below || path.startsWith(prefix)) map.delete(path)
      }
    },
  }
}

/** A missing file, or a folder in its place. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])

async function orNull(work: () => Promise<FoundFile>): Promise<FoundFile> {
  try {
    return await work()
  } catch (err) {
    if (absent.has(errorCode(err) ?? '')) return null
    throw err
  }
}

const measureAt = (path: string): Promise<FoundFile> =>
  orNull(async () => {
    const status = await stat(path)
    return status.isFile() ? { path, size: status.size } : null
  })

/** One allocation and one read of the whole file: fs.readFile would go in pieces. */
const readFileAt = (path: string): Promise<FoundFile> =>
  orNull(async () => {
    const file = await open(path)
    try {
      const status = await file.stat()
      if (!status.isFile()) return null
      if (status.size > largestKept) return { path, size: status.size }
      const bytes = Buffer.allocUnsafeSlow(status.size)
      let filled = 0
      while (filled < bytes.length) {
        const { bytesRead } = await file.read(bytes, filled, bytes.length - filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return { bytes: filled === bytes.length ? bytes : bytes.subarray(0, filled) }
    } finally {
      await file.close()
    }
  })
