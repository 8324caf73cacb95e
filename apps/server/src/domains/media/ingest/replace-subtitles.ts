import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { versionFolder } from '../media-files.ts'
import type { MediaStore } from '../media-store.ts'
import { probeVideo } from './ingest-file.ts'
import { writeSubtitles } from './tracks/subtitles.ts'

export interface SubtitlesRequest {
  assetId: number
  /** The video, whose embedded subtitles are kept. */
  file: string
  subtitles: readonly string[]
  workDir: string
  signal?: AbortSignal | undefined
}

export type ReplaceSubtitles = (request: SubtitlesRequest) => Promise<string[]>

/** Converts the subtitles of a published asset again, without encoding anything. */
export function createReplaceSubtitles({
  store,
  dataDir,
}: {
  store: Pick<MediaStore, 'published' | 'replaceSubtitles'>
  dataDir: string
}): ReplaceSubtitles {
  return async ({ assetId, file, subtitles, signal, ...request }) => {
    const asset = await store.published(assetId)
    if (!asset) return []
    const workDir = resolve(request.workDir)
    await mkdir(workDir, { recursive: true })
    const dir = versionFolder(dataDir, asset)
    const probed = await probeVideo(file, signal)
    // New names: browsers and caches keep files of the old ones.
    const prefix = `subtitle-${randomBytes(3).toString('hex')}`
    const written = await writeSubtitles({ file, probed, subtitleFiles: subtitles, dir, workDir, signal, prefix })
    await store.replaceSubtitles(asset, written.renditions)
    for (const { kind, tier, name } of asset.renditions)
      if (kind === 'subtitle') await rm(join(dir, tier, name), { recursive: true, force: true })
    await rm(workDir, { recursive: true, force: true })
    return written.notes
  }
}
