import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pictureAddress, pictureFile, type VersionAddress } from '../media-files.ts'
import type { MediaStore } from '../media-store.ts'
import { ingestFile, type IngestRequest } from './ingest-file.ts'
import type { Pictures } from './pictures.ts'

/** A video that plays now. */
export interface BroughtIn {
  durationMs: number
  /** The number of lines of its best rendition. */
  lines: number
  /** BCP 47 of the track that plays by itself, or empty. */
  language: string
  pictures: {
    /** Addresses relative to `image_base`. */
    poster: string
    backdrop: string
    still: string
    /** thumbhash, base64. */
    thumb: string
    focus: number
    /** `#rrggbb`. */
    ink: string
  }
  way: 'copied' | 'encoded'
  /** Chunks that an earlier run had finished. */
  resumedChunks: number
  /** What was left out, for the operator. */
  notes: string[]
}

export type BringInRequest = Omit<IngestRequest, 'dir'> & { assetId: number }

/** Makes a new version of an asset out of a video file and switches to it. The work folder is removed at the end. */
export type BringIn = (request: BringInRequest) => Promise<BroughtIn>

const touchEveryMs = 5 * 60_000
const pictureNames = ['poster', 'backdrop', 'still'] as const

export function createBringIn({ store, dataDir }: { store: MediaStore; dataDir: string }): BringIn {
  return async ({ assetId, ...request }) => {
    const { version, dir } = await store.beginVersion(assetId)
    // Encoding takes hours in which nothing comes into the folder; one that stands still is swept away.
    const touching = setInterval(() => {
      const now = new Date()
      utimes(dir, now, now).catch(() => undefined)
    }, touchEveryMs)
    const made = await ingestFile({ ...request, dir })
      .catch(async (err: unknown) => {
        await rm(dir, { recursive: true, force: true })
        throw err
      })
      .finally(() => clearInterval(touching))
    const address = { assetId, version }
    await savePictures(dataDir, address, made.pictures)
    await store.publishVersion(assetId, version, made.version)
    await rm(request.workDir, { recursive: true, force: true })
    const { thumb, focus, ink } = made.pictures
    const addressOf = (name: (typeof pictureNames)[number]): string => pictureAddress({ ...address, name })
    const { renditions, durationMs } = made.version
    const { way, resumedChunks, notes } = made
    return {
      durationMs,
      lines: Math.max(...renditions.map(({ label, kind }) => (kind === 'video' ? Number.parseInt(label, 10) : 0))),
      language: renditions.find(({ kind, isDefault }) => kind === 'audio' && isDefault)?.language ?? '',
      pictures: {
        poster: addressOf('poster'),
        backdrop: addressOf('backdrop'),
        still: addressOf('still'),
        thumb,
        focus,
        ink,
      },
      way,
      resumedChunks,
      notes,
    }
  }
}

async function savePictures(dataDir: string, address: VersionAddress, pictures: Pictures): Promise<void> {
  for (const name of pictureNames) {
    const file = pictureFile(dataDir, { ...address, name })
    await mkdir(dirname(file), { recursive: true })
    await writeFile(`${file}.tmp`, pictures[name])
    await rename(`${file}.tmp`, file)
  }
}
