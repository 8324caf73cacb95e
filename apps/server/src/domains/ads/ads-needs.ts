import type { KeyedHash } from '../../platform/process/keyed-hash.ts'
import type { AdCounter } from './ad-counter.ts'
import type { AdsStore } from './ads-store.ts'
import type { AdUsesStore } from './ad-uses-store.ts'
import type { VastVideo } from './vast/vast-rules.ts'

/** What this domain needs from outside. */
export interface AdsNeeds {
  /**
   * Videos of advertisements, served by the station itself: no visitor's browser asks an ad server, and pages need permit
   * no other origin.
   */
  videos: {
    /**
     * Stores an MP4 or WebM under a name; false if the bytes are no such video. Names that begin with a number and a dot share
     * the room of that advertisement.
     */
    store(name: string, bytes: Buffer): Promise<boolean>
    /** The address of a stored video; null if there is none. */
    urlOf(name: string): Promise<string | null>
    /** Removes videos that are not in `usedUrls` and are older than `beforeMs` (Unix milliseconds). */
    sweep(usedUrls: readonly string[], beforeMs: number): Promise<void>
  }
}

/** Dependencies of this domain's calls. */
export interface AdsParts extends AdsNeeds {
  store: AdsStore
  uses: AdUsesStore
  counter: AdCounter
  hash: KeyedHash
  /** Follows a VAST tag to its video. */
  resolveVast: (tag: string) => Promise<VastVideo | null>
  /** Fetches a video that an ad server named, for later viewers; not soon after another of the same advertisement. */
  fetchVideo: (adId: number, url: string) => Promise<void>
}
