import type { Platform } from '../../platform/platform.ts'
import type { RemoteAddress, SubjectRef, Subjects } from '../../platform/subjects.ts'
import type { AssetSettled } from './media-events.ts'
import type { Quality } from './quality-rules.ts'

/** What the generated pictures of a title depend on. */
export interface TitleArtwork {
  name: string
  latin: string
  genres: readonly string[]
  /** Empty if no director is known. */
  director: string
  /** Choices that override the generator's own, in its own terms; empty for its own choice. */
  art: { kind: string; wideKind: string; palette: string }
  /** Part of the picture's address: changes whenever the picture does. */
  digest: string
  /** Number of the last episode; stills are generated up to it. */
  episodes: number
}

/** Metadata of a generated picture. */
export interface ArtworkMetadata {
  /** thumbhash, base64. */
  thumb: string
  /** Horizontal position of the backdrop's subject, as a share of the width. */
  focus: number
  /** `#rrggbb` for scrims. */
  ink: string
}

/** `free`: needs no password; `open`: the browser gave it; `closed`: it did not. */
export type LockState = 'free' | 'open' | 'closed'

/** What the operator reserves for VIPs. */
export interface RightsSettings {
  /** Renditions of at least so many lines are for VIPs; 0 is none. */
  vipMinHeight: number
  /** Seconds of a VIP episode that everybody may watch; 0 is none. */
  previewSec: number
  /** Streams that an account may play at once; 0 is any number. */
  streams: { user: number; vip: number }
  /** Episodes that a VIP may download in a day; 0 is none. */
  downloadsPerDay: number
}

/** What this domain needs from outside. */
export interface MediaNeeds {
  /** Origins besides our own that may read media. */
  allowedOrigins: readonly string[]
  episodes: {
    /**
     * Whether a viewer may play an asset now: since an address was signed, its title may have been hidden or become
     * VIP-only.
     */
    isPlayable(assetId: number, viewer: { isVip: boolean }, nowSec: number): Promise<boolean>
    /** Whether only VIPs may watch an asset: all episodes that play it are for VIPs. Answered from memory. */
    isForVips(assetId: number): Promise<boolean>
    /** The names of a visible title and of its episode, for a file; of a film only its own. */
    names(titleId: number, level: number): Promise<string[] | null>
    /** Stores the result for the episodes that use the asset. */
    settle(settled: AssetSettled, quality: Quality): Promise<void>
    /** Asks again for the quality of these assets. */
    measure(assetIds: readonly number[]): Promise<void>
  }
  subjects: Pick<Subjects, 'findPlayable'>
  /** Answered from memory. */
  rights(): Promise<RightsSettings>
  /** In how many seconds a title that waits for its file can be played; null if that is not known. */
  waitSec(titleId: number): Promise<number | null>
  /** What plays with a password only. `browserId` is the session of a browser that may have given it, or null. */
  locks: {
    closedLines(subject: SubjectRef, browserId: string | null): Promise<ReadonlySet<number>>
    /** @param part a source or line */
    stateOf(part: SubjectRef & { line: number }, browserId: string | null): Promise<LockState>
    /** That of the place in which an asset is most accessible. Answered from memory. */
    stateOfAsset(assetId: number, browserId: string | null): Promise<LockState>
    stateOfStream(streamId: number, browserId: string | null): Promise<LockState>
  }
  /** The address that a player opens for one elsewhere. */
  remoteUrl(address: RemoteAddress, access: { isVip: boolean; isPrivate: boolean; expiresSec: number }): string
  /** Television lines. */
  lines: {
    /** Addresses of all logos that channels use. */
    logos(): Promise<string[]>
    delivery: {
      /**
       * @param rest the address below the line's scope. The result is null for an address that does not exist,
       * `starting` for one that will exist in some seconds, and `busy` if the line has too many viewers. `maxAgeSec` is
       * for caches. `client.key` is what counts as one viewer, or null; `client.admit` is called before a playlist is
       * generated for one viewer.
       */
      playlist(
        streamId: number,
        rest: string,
        client: { key: string | null; admit: () => Promise<void> },
      ): Promise<{ text: string; maxAgeSec: number } | 'starting' | 'busy' | null>
      /** The file behind an address, relative to the data folder; null if the line does not give access to it. */
      file(streamId: number, rest: string): Promise<string | null>
    }
  }
  people: {
    /** Addresses of all portraits that accounts use. */
    portraits(): Promise<string[]>
    /** Whether a user is a VIP now, and not disabled. */
    isVip(userId: number): Promise<boolean>
    /** Whether a user has not signed out of a session, and it was not ended. */
    isSessionOpen(sessionId: string, userId: number): Promise<boolean>
    /** Names browser and system of a User-Agent field. */
    deviceName(agent: string): string
  }
  titles: {
    artwork(id: number): Promise<TitleArtwork | null>
    /** Whether an asset is an episode of a visible title. */
    showAsset(assetId: number): Promise<boolean>
    /** Returns whether anything changed. */
    saveArtworkMetadata(id: number, drawing: ArtworkMetadata): Promise<boolean>
    /** Addresses of all posters that titles use, deleted ones that can come back included. */
    posters(): Promise<string[]>
    /** Announces that the pictures of these titles changed. */
    announceChanged(ids: number[]): void
  }
}

/** Dependencies of this domain's calls and routes. */
export interface MediaParts extends MediaNeeds, Pick<Platform, 'events' | 'clock' | 'log'> {
  dataDir: string
  /** Key that signs addresses. */
  mediaKey: string
  /** Base of media addresses; empty for the station's own origin. */
  mediaUrl: string
  /** Memory limit of the segment cache, in bytes. */
  cacheBytes: number
  /** Is called with the number of file bytes sent. */
  countBytes: (bytes: number) => void
}
