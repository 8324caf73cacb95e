import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { newPictureName, pictureUrl, pictureFile, type AssetVersion } from '../media-files.ts'
import type { MediaStore } from '../media-store.ts'
import { ingestFile, type IngestRequest } from './ingest-file.ts'
import type { ExtractedPictures } from './pictures/extract-pictures.ts'

/** A video that is ready to play. */
export interface IngestedAsset {
  durationMs: number
  /** Height of its best rendition in lines. */
  height: number
  /** BCP 47 language of the default audio track, or empty. */
  language: string
  pictures: {
    /** Addresses relative to `image_base`. */
    poster: string
    backdrop: string
    still: string
    /** thumbhash of the poster, base64. */
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

export type IngestAssetRequest = Omit<IngestRequest, 'dir'> & { assetId: number }

/** Creates a new version of an asset from a video file and publishes it. The work folder is removed at the end. */
export type IngestAsset = (request: IngestAssetRequest) => Promise<IngestedAsset>

const touchIntervalMs = 5 * 60_000
const pictureKinds = ['poster', 'backdrop', 'still'] as const

export function createIngestAsset({ store, dataDir }: { store: MediaStore; dataDir: string }): IngestAsset {
  return async ({ assetId, ...request }) => {
    const { version, dir } = await store.createVersion(assetId)
    // Encoding can take hours in which the folder does not change; an unchanged folder would be swept.
    const touchTimer = setInterval(() => {
      const now = new Date()
      utimes(dir, now, now).catch(() => undefined)
    }, touchIntervalMs)
    const ingested = await ingestFile({ ...request, dir })
      .catch(async (err: unknown) => {
        await rm(dir, { recursive: true, force: true })
        throw err
      })
      .finally(() => clearInterval(touchTimer))
    const address = { assetId, version }
    const urls = await savePictures(dataDir, address, ingested.pictures)
    await store.publishVersion(assetId, version, ingested.version)
    await rm(request.workDir, { recursive: true, force: true })
    const { thumb, focus, ink } = ingested.pictures
    const { renditions, durationMs } = ingested.version
    const { way, resumedChunks, notes } = ingested
    return {
      durationMs,
      height: Math.max(...renditions.map(({ label, kind }) => (kind === 'video' ? Number.parseInt(label, 10) : 0))),
      language: renditions.find(({ kind, isDefault }) => kind === 'audio' && isDefault)?.language ?? '',
      pictures: { ...urls, thumb, focus, ink },
      way,
      resumedChunks,
      notes,
    }
  }
}

/** Returns the addresses of the pictures. */
async function savePictures(
  dataDir: string,
  address: AssetVersion,
  pictures: ExtractedPictures,
): Promise<Record<(typeof pictureKinds)[number], string>> {
  const urls = { poster: '', backdrop: '', still: '' }
  for (const kind of pictureKinds) {
    const picture = { ...address, name: newPictureName(kind) }
    const file = pictureFile(dataDir, picture)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(`${file}.tmp`, pictures[kind])
    await rename(`${file}.tmp`, file)
    urls[kind] = pictureUrl(picture)
  }
  return urls
}
