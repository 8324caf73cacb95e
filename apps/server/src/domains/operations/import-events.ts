import type { VideoProgress } from './operations-needs.ts'

/** Events of an import, in order. Paths are relative to the folder and escaped by `shownName`. */
export type ImportEvent =
  | { event: 'found'; videos: number }
  /** How many of the new files have been probed. */
  | { event: 'checked'; done: number; total: number }
  | {
      event: 'progress'
      file: string
      /** The number of the file among those to import, from 1. */
      at: number
      total: number
      step: VideoProgress['step']
      /** Progress of the whole import, 0 to 1. */
      share: number
      /** Null until it can be estimated. */
      leftSec: number | null
    }
  | {
      event: 'imported'
      file: string
      title: string
      episode: string
      way: 'copied' | 'encoded'
      resumedChunks: number
      notes: string[]
      sec: number
    }
  /** A known file under another path; its episode may have changed. */
  | { event: 'moved'; file: string; title: string; episode: string }
  /** A known file whose subtitles, metadata, category or name changed. */
  | { event: 'updated'; file: string; title: string; episode: string; notes: string[] }
  /** The file that has the same content. */
  | { event: 'duplicate'; file: string; of: string }
  | { event: 'failed'; file: string; reason: string }
  | {
      event: 'end'
      imported: number
      unchanged: number
      updated: number
      moved: number
      duplicate: number
      failed: number
      stopped: boolean
    }

export type Report = (event: ImportEvent) => void
