import type { ImportEvent } from './import-events.ts'
import { importFolder } from './import-folder.ts'
import type { ImportStore } from './import-store.ts'
import type { OperationsParts } from './operations-needs.ts'
import { isQuiet, type SeenFile } from './quiet-rules.ts'
import { findVideos, type Found, type FoundVideo } from './walk.ts'
import type { WatchedFolder, WatchedStore } from './watched-store.ts'

/** Imports what is new in watched folders. Folders are listed, because network drives do not announce changes. */
export interface FolderWatcher {
  /** Looks into every folder once, and imports files that have been quiet for long enough. */
  run(context: { signal: AbortSignal }): Promise<void>
}

interface Seen {
  files: Map<string, SeenFile>
  /** The listing that was imported; a folder that looks the same has nothing to do. */
  imported: string
}

export function createFolderWatcher(
  store: ImportStore,
  watched: Pick<WatchedStore, 'all'>,
  needs: OperationsParts,
): FolderWatcher {
  const folders = new Map<string, Seen>()

  const look = async (folder: WatchedFolder, signal: AbortSignal): Promise<void> => {
    const found = await findVideos(folder.path, signal)
    const nowMs = needs.clock.nowMs()
    const before = folders.get(folder.path)
    const files = new Map(
      found.videos.map((video) => {
        const known = before?.files.get(video.path)
        const isSame = known !== undefined && known.size === video.size && known.mtimeMs === video.mtimeMs
        return [video.path, isSame ? known : { size: video.size, mtimeMs: video.mtimeMs, sinceMs: nowMs }]
      }),
    )
    const isLeft = ({ path }: FoundVideo): boolean => !isQuiet(files.get(path), nowMs)
    const listing = listingOf(found, isLeft, folder)
    const seen = { files, imported: before?.imported ?? '' }
    folders.set(folder.path, seen)
    if (listing === seen.imported) return
    const report = (event: ImportEvent): void => {
      const { event: kind } = event
      if (kind === 'imported' || kind === 'updated' || kind === 'moved') needs.log.info(event, 'watched folder')
      if (kind === 'failed') needs.log.warn(event, 'watched folder: a file was not imported')
    }
    const options = { folder: folder.path, withLadder: folder.with_ladder, signal, report, isLeft }
    const done = await importFolder(store, needs, {
      ...options,
      ...(folder.type_id === null ? {} : { typeId: folder.type_id }),
    })
    // While another import runs, this one is tried again.
    if (typeof done !== 'string' && !done.stopped) seen.imported = listing
  }

  return {
    async run({ signal }) {
      for (const folder of await watched.all()) {
        if (signal.aborted) return
        try {
          await look(folder, signal)
        } catch (err) {
          // A drive that is not there now is there later; the other folders must not wait for it.
          if (!signal.aborted) needs.log.warn({ err, folder: folder.path }, 'a watched folder cannot be read')
        }
      }
    },
  }
}

/** What an import would look at: changes when it has something to do. */
function listingOf(found: Found, isLeft: (video: FoundVideo) => boolean, folder: WatchedFolder): string {
  const videos = found.videos.filter((video) => !isLeft(video)).map(({ path, size, mtimeMs }) => [path, size, mtimeMs])
  const { subtitles, metadata, pictures } = found
  return JSON.stringify([videos, subtitles, metadata, pictures, folder.type_id, folder.with_ladder])
}
