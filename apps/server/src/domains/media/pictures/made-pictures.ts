import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Admission, WorkVisitor } from '../../../platform/http/admission.ts'
import { createSharedWork } from '../../../platform/http/shared-work.ts'
import { freeBytes } from '../../../platform/process/data-folder.ts'
import type { FileMemory, FoundFile } from '../delivery/file-memory.ts'
import type { MediaNeeds } from '../media-needs.ts'

/** Below this the disk is left to what cannot be made again. */
const leastFreeBytes = 1024 ** 3

/** How a picture is asked for. */
export interface PictureWish {
  wantsBytes: boolean
  /** Refuses who may not have another picture made now: each takes its time and its place on disk. */
  admit: () => Promise<void>
  /** Whose share of the drawing queue is taken where a picture has to be drawn. */
  visitor: () => WorkVisitor
}

/** Pictures that are made once and kept on disk. */
export interface MadePictures {
  /**
   * What is kept under a path relative to the data folder; where there is nothing yet, what `make` gives. Null where
   * that is nothing either.
   * @throws RefusalError `Overloaded` where too many of the visitor's pictures wait to be drawn
   */
  read(path: string, wish: PictureWish, make: () => Promise<Buffer | null>): Promise<FoundFile>
}

export interface MadePicturesNeeds extends Pick<MediaNeeds, 'dataDir' | 'log'> {
  memory: FileMemory
  admission: Admission
}

export function createMadePictures({ dataDir, log, memory, admission }: MadePicturesNeeds): MadePictures {
  const drawings = createSharedWork<Buffer | null>(admission)
  return {
    async read(path, { wantsBytes, admit, visitor }, make) {
      const kept = await (wantsBytes ? memory.read(path) : memory.measure(path))
      if (kept) return kept
      await admit()
      const work = async (): Promise<Buffer | null> => {
        const bytes = await make()
        const notKept = (err: unknown): void => log.warn({ err }, 'a picture was not kept')
        if (bytes) await keep(join(dataDir, path), bytes).catch(notKept)
        return bytes
      }
      const bytes = await drawings.run({ visitor: visitor(), key: path, work })
      return bytes && { bytes }
    },
  }
}

/**
 * Whole or not at all, whoever writes the same picture at the same time; and only while the disk has room to spare: a picture can be
 * made again.
 */
async function keep(path: string, bytes: Buffer): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true })
  if (freeBytes(dirname(path)) < leastFreeBytes) return
  try {
    await writeFile(draft, bytes)
    await rename(draft, path)
  } catch (err) {
    await rm(draft, { force: true })
    throw err
  }
}
