import type { Clock } from '../../platform/process/clock.ts'
import type { Logger } from '../../platform/process/logger.ts'

/** What a video file promises before anything is made of it. */
export interface CheckedVideo {
  durationSec: number
  /** Of work, in seconds of this machine, roughly. */
  workSec: number
}

export interface VideoProgress {
  step: 'copy' | 'encode' | 'pictures'
  /** 0 to 1 of that step. */
  share: number
}

/** A video that plays now. */
export interface ImportedVideo {
  durationMs: number
  /** The number of lines of its best rendition. */
  lines: number
  /** BCP 47 of what is spoken, or empty. */
  language: string
  pictures: { poster: string; backdrop: string; still: string; thumb: string; focus: number; ink: string }
  way: 'copied' | 'encoded'
  resumedChunks: number
  /** What was left out, for the operator. */
  notes: string[]
}

export interface VideoRequest {
  assetId: number
  file: string
  subtitles: readonly string[]
  workDir: string
  withLadder: boolean
  signal: AbortSignal
  onProgress: (progress: VideoProgress) => void
}

export interface ImportedTitle {
  origin: string
  pidId: number
  typeId: number
  name: string
  letter: string
  remarks?: string
  series?: string
  season?: number
  year?: number
  lang?: string
  poster?: string
  backdrop?: string
  thumb?: string
  focus?: number
  ink?: string
}

export interface EpisodePlace {
  source: string
  sourcePosition: number
  level: number
  name: string
}

export interface ImportedEpisode extends EpisodePlace {
  still: string
  assetId: number
  durationMs: number
  state: 'ready'
}

/** What this domain needs from outside. */
export interface OperationsNeeds {
  dataDir: string
  clock: Clock
  log: Logger
  videos: {
    /** @throws what `reasonOf` knows for a file that cannot be imported */
    check(file: string, signal: AbortSignal): Promise<CheckedVideo>
    create(nowSec: number): Promise<number>
    bringIn(request: VideoRequest): Promise<ImportedVideo>
    remove(assetIds: number[]): Promise<void>
    /** Why a file cannot be imported, for the operator; null for an error that is not the file's. */
    reasonOf(err: unknown): string | null
  }
  titles: {
    /** The top category of a category, or null where there is none. */
    topOf(typeId: number): Promise<{ pidId: number } | null>
    /** Makes or updates a title and one episode, and tells everybody. */
    save(title: ImportedTitle, episode: ImportedEpisode, nowSec: number): Promise<void>
    /** Gives the episode that plays an asset another place, and tells everybody. */
    move(assetId: number, title: ImportedTitle, place: EpisodePlace, nowSec: number): Promise<void>
  }
}
