import type { Clock } from '../../platform/process/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Logger } from '../../platform/process/logger.ts'
import type { Subjects } from '../../platform/subjects.ts'
import type { AssetSettled } from './media-events.ts'

/** What a drawn picture of a title depends on. */
export interface TitleArtwork {
  name: string
  latin: string
  genres: readonly string[]
  /** Empty where nobody is named. */
  director: string
  /** What the generator is not to choose by itself, in its own words; empty where it is. */
  art: { kind: string; wideKind: string; palette: string }
  /** Stands in the address of the picture: another digest is another picture. */
  digest: string
  /** The highest episode; stills are drawn up to it. */
  episodes: number
}

/** What a drawing tells about itself. */
export interface Drawing {
  /** thumbhash, base64. */
  thumb: string
  /** Share of the width at which the subject of the wide picture stands. */
  focus: number
  /** `#rrggbb` for scrims. */
  ink: string
}

export interface MediaNeeds {
  dataDir: string
  /** Signs addresses. */
  mediaKey: string
  /** What media addresses are relative to; empty is our own origin. */
  mediaUrl: string
  /** How much memory whole segment files may take, in bytes. */
  cacheBytes: number
  /** Origins beside our own that may read media. */
  allowedOrigins: readonly string[]
  /** Told how many bytes of files go out. */
  countBytes: (bytes: number) => void
  events: Events
  clock: Clock
  log: Logger
  episodes: {
    /** Whether a viewer may play an asset now: it may have been taken down, or kept for VIPs, since an address was signed. */
    isPlayable(assetId: number, viewer: { isVip: boolean }, nowSec: number): Promise<boolean>
    /** Writes what became of an asset to the episodes that play it. */
    settle(settled: AssetSettled): Promise<void>
  }
  subjects: Pick<Subjects, 'findPlayable'>
  /** Television. */
  lines: {
    /** Addresses of all logos that channels show. */
    logos(): Promise<string[]>
    delivery: {
      /**
       * @param rest the address below the line's scope. Null for what is not there, `starting` for what will be there in some
       * seconds, `busy` for what may be there when others have left. `keepSec` is for caches. `who` is what counts as one
       * visitor, or null; `admit` is asked before a playlist is made that only few ask for.
       */
      playlist(
        streamId: number,
        rest: string,
        client: { key: string | null; admit: () => Promise<void> },
      ): Promise<{ text: string; maxAgeSec: number } | 'starting' | 'busy' | null>
      /** Where what an address names lies, relative to the data folder; null for what the line does not open. */
      file(streamId: number, rest: string): Promise<string | null>
    }
  }
  people: {
    /** Addresses of all portraits that somebody shows. */
    portraits(): Promise<string[]>
  }
  titles: {
    artwork(id: number): Promise<TitleArtwork | null>
    /** Returns whether that was news. */
    rememberDrawing(id: number, drawing: Drawing): Promise<boolean>
    /** Their pictures changed. */
    announceChanged(ids: number[]): void
  }
}
