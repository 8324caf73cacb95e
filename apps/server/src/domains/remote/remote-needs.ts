import type { Transaction } from 'kysely'

/** An episode as its addresses need it. */
export interface RemoteEpisode {
  episodeId: number
  titleId: number
  sourceId: number
  /** Name and place of its source, which viewers know as a line. */
  source: string
  position: number
  level: number
  name: string
  vip: boolean
  /** 0 if not known. */
  durationMs: number
  /** When it airs, Unix seconds; null for at once. */
  airAt: number | null
  /** Whether visitors see its title. */
  isVisible: boolean
}

/** What this domain needs from outside. */
export interface RemoteNeeds {
  episodes: {
    /** Those that exist, in the order of sources and numbers. */
    find(by: { titleIds: readonly number[] } | { episodeIds: readonly number[] }): Promise<RemoteEpisode[]>
    /**
     * Stores whether episodes without a file of the station can be watched. Returns the titles of those that changed.
     */
    settleIn(tx: Transaction<unknown>, episodeIds: readonly number[], isReady: boolean): Promise<number[]>
    /** Stores the length of an episode that has none yet. Returns its title if that changed. */
    saveDurationIn(tx: Transaction<unknown>, measured: { episodeId: number; durationMs: number }): Promise<number[]>
    /** The episode of a source, which is added where it does not exist. Null if there is no such title. */
    place(place: { titleId: number; source: string; level: number }, nowSec: number): Promise<number | null>
    /** Announces that titles are shown differently. */
    announceChanged(titleIds: number[]): void
    /** Subscribes to changes of titles: their ids, or null if any may have changed. */
    onChanged(listener: (titleIds: readonly number[] | null) => void): void
  }
  locks: {
    /** Whether what plays a source needs a password, and this browser gave it. Answered from memory. */
    stateOf(part: { titleId: number; sourceId: number }, browserId: string | null): Promise<'free' | 'open' | 'closed'>
  }
  /** Lines of the picture of a video file, and how long its index says that it is; 0 for what is not readable. */
  probe(file: string, signal: AbortSignal): Promise<{ height: number; durationMs: number }>
  /** Sends a message to the operators, once for each origin. */
  notifyOperatorsIn(tx: Transaction<unknown>, notice: { origin: string; title: string; text: string }): Promise<void>
  /** Origins besides our own that may read media. */
  allowedOrigins: readonly string[]
}
