import type { TitleProvider } from './title-provider.ts'
import type { Platform } from '../../platform/platform.ts'

/** Properties of a video file before it is imported. */
export interface CheckedVideo {
  durationSec: number
  /** Estimated CPU seconds on this machine. */
  workSec: number
}

/** Tags and chapters inside a file. */
export interface EmbeddedDetails {
  title: string
  show: string
  /** Of the show; null if there is none. */
  season: number | null
  episode: number | null
  year: number | null
  description: string
  genres: string[]
  chapters: { title: string; startSec: number; endSec: number }[]
  durationSec: number
}

export interface VideoProgress {
  step: 'copy' | 'encode' | 'pictures'
  /** Progress of that step, 0 to 1. */
  share: number
}

/** A video that is ready to play. */
export interface ImportedVideo {
  durationMs: number
  /** Height of its best rendition in lines. */
  height: number
  /** BCP 47 language of its audio, or empty. */
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
  logo?: string
  backdrop?: string
  thumb?: string
  focus?: number
  ink?: string
  latin?: string
  alias?: string[]
  area?: string
  genres?: string[]
  directors?: string[]
  actors?: { name: string; role: string }[]
  intro?: string
  premiere?: string
  totalEpisodes?: number
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
  introSec?: number
  outroSec?: number
}

/** A picture file beside a video. */
export interface GivenPicture {
  assetId: number
  kind: 'poster' | 'backdrop' | 'logo' | 'still'
  file: string
}

/** What this domain needs from others. */
export interface OperationsNeeds {
  videos: {
    /** @throws an error known to `reasonOf` for a file that cannot be imported */
    check(file: string, signal: AbortSignal): Promise<CheckedVideo>
    create(nowSec: number): Promise<number>
    ingest(request: VideoRequest): Promise<ImportedVideo>
    remove(assetIds: number[]): Promise<void>
    /** Those of these videos that there are. */
    existing(assetIds: readonly number[]): Promise<ReadonlySet<number>>
    /** Replaces the subtitles of a published asset. Returns notes for the operator. */
    replaceSubtitles(request: Omit<VideoRequest, 'withLadder' | 'onProgress'>): Promise<string[]>
    /** Stores a picture that somebody put beside a video. Its address; null if the file is no picture. */
    storePicture(picture: GivenPicture): Promise<string | null>
    /** What a file says of itself. */
    details(file: string, signal: AbortSignal): Promise<EmbeddedDetails>
    /** Why a file cannot be imported, for the operator; null for errors that are not caused by the file. */
    reasonOf(err: unknown): string | null
  }
  titles: {
    /** The top-level category of a category; null if it does not exist. */
    topOf(typeId: number): Promise<{ pidId: number } | null>
    /** The names of all categories. */
    categoryNames(): Promise<ReadonlyMap<number, string>>
    /** Takes those titles of these origins out of the bin that were deleted. Returns how many. */
    restore(origins: readonly string[]): Promise<number>
    /** Creates or updates a title and one episode, taken out of the bin if it was deleted, and announces the change. */
    save(title: ImportedTitle, episode: ImportedEpisode, nowSec: number): Promise<void>
    /** Updates a title and, if it is given, name and picture of an episode, and announces the change. */
    describe(title: ImportedTitle, episode: (EpisodePlace & { still?: string }) | null, nowSec: number): Promise<void>
    /** Creates or updates a trailer or extra, and its title if there is none yet. */
    saveExtra(title: ImportedTitle, extra: ImportedEpisode, nowSec: number): Promise<void>
    /** Moves the episode or extra that plays an asset, and announces the change. */
    move(
      assetId: number,
      title: ImportedTitle,
      place: EpisodePlace & { kind: 'main' | 'extra' },
      nowSec: number,
    ): Promise<void>
  }
}

/** Dependencies of an import. */
export interface OperationsParts extends OperationsNeeds, Pick<Platform, 'clock' | 'log'> {
  dataDir: string
  /** Null if the operator has set none. */
  provider: TitleProvider | null
}
