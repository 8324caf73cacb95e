import type { VideoProgress } from './operations-needs.ts'

/** What happens during an import, one after the other. Paths are as `shownName` shows them, from the folder. */
export type ImportEvent =
  | { event: 'found'; videos: number }
  /** Of the files that are new, how many were looked at. */
  | { event: 'checked'; done: number; total: number }
  | {
      event: 'progress'
      file: string
      /** The number of the file among those to import, from 1. */
      at: number
      total: number
      step: VideoProgress['step']
      /** 0 to 1 of the whole import. */
      share: number
      /** Null until it can be told. */
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
  /** Known again under another name, at the same place or a new one. */
  | { event: 'moved'; file: string; title: string; episode: string }
  /** The content of a file that is there, too. */
  | { event: 'duplicate'; file: string; of: string }
  | { event: 'failed'; file: string; reason: string }
  | {
      event: 'end'
      imported: number
      unchanged: number
      moved: number
      duplicate: number
      failed: number
      stopped: boolean
    }

export type Report = (event: ImportEvent) => void
