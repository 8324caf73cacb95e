import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../../../platform/process/error-code.ts'

/** A whole part with where it came from. */
export interface StoredPart {
  bytes: Buffer
  /** The origin of the host that sent it, after redirects. */
  origin: string
}

/** Parts of films elsewhere in files of a folder, which all processes of the machine share. */
export interface DiskCache {
  read(name: string): Promise<StoredPart | null>
  write(name: string, part: StoredPart): Promise<void>
  /** Removes what was used the longest ago, down to the limit. */
  sweep(): Promise<void>
}

export interface DiskCacheOptions {
  folder: string
  /** 0 stores nothing. */
  maxDiskBytes: number
  /** Free bytes of the disk below which nothing is written. */
  minFreeBytes: number
}

/** A file is marked as used once in this time. */
const touchEveryMs = 10 * 60_000
/** Files of another form have other names, and are evicted in time. */
const form = 2
/** A file begins with the length of the origin in two bytes, and the origin. */
const lengthBytes = 2

export function createDiskCache({ folder, maxDiskBytes, minFreeBytes }: DiskCacheOptions): DiskCache {
  const pathOf = (name: string): string => {
    const hash = createHash('sha256').update(`${form} ${name}`).digest('hex')
    return join(folder, hash.slice(0, 2), hash)
  }
  return {
    async read(name) {
      if (maxDiskBytes === 0) return null
      const path = pathOf(name)
      try {
        return await readUsed(path)
      } catch (err) {
        if (errorCode(err) === 'ENOENT') return null
        throw err
      }
    },

    async write(name, { bytes, origin }) {
      if (bytes.length > maxDiskBytes) return
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true })
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize - bytes.length < minFreeBytes) return
      const head = Buffer.alloc(lengthBytes)
      head.writeUInt16BE(Buffer.byteLength(origin))
      // Renamed when it is whole: a process that ends in its middle leaves no half of it under its name.
      const draft = `${path}.${randomUUID()}`
      await writeFile(draft, [head, Buffer.from(origin), bytes], { flag: 'wx' })
      await rename(draft, path)
    },

    async sweep() {
      const files = await filesIn(folder)
      let left = files.reduce((sum, { size }) => sum + size, 0)
      for (const { path, size } of files.toSorted((one, other) => one.usedMs - other.usedMs)) {
        if (left <= maxDiskBytes) return
        await rm(path, { force: true })
        left -= size
      }
    },
  }
}

/** One allocation and one read for the whole file; marks it as used. */
async function readUsed(path: string): Promise<StoredPart | null> {
  const file = await open(path)
  try {
    const { size, mtimeMs } = await file.stat()
    const bytes = Buffer.allocUnsafeSlow(size)
    const { bytesRead } = await file.read(bytes, 0, size, 0)
    if (bytesRead !== size || size < lengthBytes) return null
    const now = new Date()
    if (now.getTime() - mtimeMs > touchEveryMs) await utimes(path, now, now)
    const start = lengthBytes + bytes.readUInt16BE(0)
    return { bytes: bytes.subarray(start), origin: bytes.toString('utf8', lengthBytes, start) }
  } finally {
    await file.close()
  }
}

async function filesIn(folder: string): Promise<{ path: string; size: number; usedMs: number }[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const status = await stat(path).catch(() => null)
      return status?.isFile() ? [{ path, size: status.size, usedMs: status.mtimeMs }] : []
    }),
  )
  return found.flat()
}
