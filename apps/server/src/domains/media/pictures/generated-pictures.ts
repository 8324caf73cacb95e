import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Admission, WorkVisitor } from '../../../platform/http/admission/admission.ts'
import { createSharedWork } from '../../../platform/http/admission/shared-work.ts'
import { freeBytes } from '../../../platform/process/data-folder.ts'
import type { FoundFile } from '../../../platform/http/file-reply.ts'
import type { FileCache } from '../delivery/file-cache.ts'
import type { MediaParts } from '../media-needs.ts'

/** With less free space no generated pictures are stored: the rest is left to data that cannot be generated again. */
const minFreeBytes = 1024 ** 3

/** How a picture is requested. */
export interface PictureRequest {
  wantsBytes: boolean
  /** Refuses a client that may not have another picture generated now: each costs CPU time and disk space. */
  admit: () => Promise<void>
  /** Whose share of the drawing queue is used if the picture has to be drawn. */
  visitor: () => WorkVisitor
}

/** Pictures that are generated once and stored on disk. */
export interface GeneratedPictures {
  /**
   * The picture stored under a path relative to the data folder, else the result of `make`, which is then stored. Null
   * if `make` returns null.
   * @throws RefusalError `Overloaded` if too many of the visitor's pictures wait to be drawn
   */
  read(path: string, request: PictureRequest, make: () => Promise<Buffer | null>): Promise<FoundFile>
}

export interface GeneratedPicturesNeeds extends Pick<MediaParts, 'dataDir' | 'log'> {
  fileCache: FileCache
  admission: Admission
}

export function createGeneratedPictures({
  dataDir,
  log,
  fileCache,
  admission,
}: GeneratedPicturesNeeds): GeneratedPictures {
  const drawings = createSharedWork<Buffer | null>(admission)
  return {
    async read(path, { wantsBytes, admit, visitor }, make) {
      const existing = await (wantsBytes ? fileCache.read(path) : fileCache.stat(path))
      if (existing) return existing
      await admit()
      const work = async (): Promise<Buffer | null> => {
        const bytes = await make()
        const logFailure = (err: unknown): void => log.warn({ err }, 'a picture could not be stored')
        if (bytes) await store(join(dataDir, path), bytes).catch(logFailure)
        return bytes
      }
      const bytes = await drawings.run({ visitor: visitor(), key: path, work })
      return bytes && { bytes }
    },
  }
}

/**
 * Atomic, even if several processes write the same picture; skipped if the disk is nearly full, because a picture can
 * be generated again.
 */
async function store(path: string, bytes: Buffer): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true })
  if (freeBytes(dirname(path)) < minFreeBytes) return
  try {
    await writeFile(temporary, bytes)
    await rename(temporary, path)
  } catch (err) {
    await rm(temporary, { force: true })
    throw err
  }
}
