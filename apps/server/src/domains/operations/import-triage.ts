import { lstat } from 'node:fs/promises'
import { fingerprintOf } from './fingerprint.ts'
import type { ImportRow } from './import-store.ts'
import { unreadable, type FoundVideo } from './walk.ts'

/** A file that is new, changed, or known under another path. */
export interface NewVideo extends FoundVideo {
  fingerprint: string
  /** The row with the same content, or the previous row of this path. */
  known: ImportRow | null
  /** Whether its content was imported from a path that no longer exists. */
  isMoved: boolean
}

export interface Triage {
  unchanged: { video: FoundVideo; row: ImportRow }[]
  fresh: NewVideo[]
  duplicates: { video: FoundVideo; of: string }[]
  refused: { path: string; reason: string }[]
}

/** Separates known files from new ones. Only the new ones are opened. */
export async function triage(
  videos: readonly FoundVideo[],
  rows: readonly ImportRow[],
  options: { signal: AbortSignal },
): Promise<Triage> {
  const byPath = new Map(rows.map((row) => [row.path, row]))
  const byContent = new Map(rows.map((row) => [row.fingerprint, row]))
  const result: Triage = { unchanged: [], fresh: [], duplicates: [], refused: [] }
  const seen = new Map<string, string>()
  const unknown: FoundVideo[] = []
  for (const video of videos) {
    const row = byPath.get(video.path)
    const isSame = row?.state === 'done' && row.size === video.size && row.mtime_ms === video.mtimeMs
    if (row && isSame) result.unchanged.push({ video, row })
    else unknown.push(video)
    if (row && isSame) seen.set(row.fingerprint, video.path)
  }
  for (const video of unknown) {
    options.signal.throwIfAborted()
    try {
      const fingerprint = await fingerprintOf(video.path)
      const row = byContent.get(fingerprint)
      const of =
        seen.get(fingerprint) ?? (row && row.path !== video.path && (await isThere(row)) ? row.path : undefined)
      seen.set(fingerprint, of ?? video.path)
      if (of !== undefined && video.size > 0) result.duplicates.push({ video, of })
      else {
        const known = row ?? byPath.get(video.path) ?? null
        result.fresh.push({ ...video, fingerprint, known, isMoved: row?.state === 'done' })
      }
    } catch (err) {
      result.refused.push({ path: video.path, reason: unreadable(err) })
    }
  }
  return result
}

async function isThere({ path, size }: ImportRow): Promise<boolean> {
  const stats = await lstat(path).catch(() => null)
  return stats !== null && stats.isFile() && stats.size === size
}
