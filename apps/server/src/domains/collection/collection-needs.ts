import type { Transaction } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import type { RunProgress } from './run-rules.ts'

/** A title of the catalog, as far as it is recognised, compared and shown. */
export interface KnownTitle {
  id: number
  origin: string | null
  pidId: number
  typeId: number
  /** The name of its category. */
  category: string
  name: string
  letter: string
  alias: readonly string[]
  area: string
  lang: string
  year: number
  genres: readonly string[]
  directors: readonly string[]
  actors: readonly string[]
  intro: string
  remarks: string
  state: string
  totalEpisodes: number
  poster: string
  updatedSec: number
  /** Columns that the operator corrected: no importer overwrites them. */
  lockedFields: readonly string[]
  /** When it was put into the bin; null if it is not there. Unix seconds. */
  deletedSec: number | null
}

/** A title to be saved: fields that are absent keep the stored values, and episodes that are not given stay. */
export interface CollectedTitle {
  origin: string
  pidId: number
  typeId: number
  name: string
  letter: string
  alias?: string[]
  area?: string
  lang?: string
  year?: number
  genres?: string[]
  directors?: string[]
  actors?: { name: string; role: string }[]
  intro?: string
  remarks?: string
  state?: string
  premiere?: string
  totalEpisodes?: number
  poster?: string
  updatedSec?: number
  /** Takes it out of the bin. */
  restore?: true
  episodes: { source: string; sourcePosition: number; level: number; name: string }[]
}

export interface SavedTitle {
  id: number
  added: boolean
  changed: boolean
  episodeIds: readonly number[]
}

/** All that a run may change of a title, as JSON; only those who made it understand it. */
export type TitleSnapshot = Readonly<Record<string, unknown>>

export interface CollectionCategory {
  id: number
  /** Its top category, which may be itself. */
  pidId: number
  name: string
  /** With the name of its top category: `电影 动作片`. */
  path: string
}

/** What this domain needs from outside. */
export interface CollectionNeeds {
  categories(): Promise<CollectionCategory[]>
  titles: {
    /** Those that exist. */
    facts(ids: readonly number[]): Promise<KnownTitle[]>
    /** The titles that these are now: one that became part of another is that other one. Those that exist. */
    survivorsOf(ids: readonly number[]): Promise<Map<number, number>>
    /** The titles above an id in order, with a digest of their names: MD5 in hexadecimal of name and aliases, each on a line. */
    digests(aboveId: number, limit: number): Promise<{ id: number; digest: string }[]>
    /** How many episodes the lines of titles have. */
    lineCounts(ids: readonly number[]): Promise<Map<number, Map<string, number>>>
    /** Titles as they are now, to be restored later. */
    snapshots(ids: readonly number[]): Promise<Map<number, TitleSnapshot>>
    /** Gives titles that have no origin one, so that they can be saved by it. Returns all origins. */
    originsOf(ids: readonly number[]): Promise<Map<number, string>>
    /** One transaction; `alongside` runs in it, after the titles were written, and returns further titles that changed. */
    save(
      drafts: readonly CollectedTitle[],
      nowSec: number,
      alongside: (tx: Transaction<unknown>, saved: readonly SavedTitle[]) => Promise<readonly number[]>,
    ): Promise<SavedTitle[]>
    /** When each was changed last, Unix seconds; locks them until the end of the transaction. */
    lockIn(tx: Transaction<unknown>, ids: readonly number[]): Promise<Map<number, number>>
    /** Those that operators corrected since, among them those that others were merged into. */
    correctedIn(tx: Transaction<unknown>, ids: readonly number[], fromSec: number): Promise<ReadonlySet<number>>
    /**
     * Takes back what a run did: titles that it added are put into the bin, the others become what they were. Announces them.
     * Returns when they were put into the bin, and what to do after the commit.
     */
    undoIn(
      tx: Transaction<unknown>,
      changes: { runId: number; added: readonly number[]; changed: readonly { id: number; snapshot: TitleSnapshot }[] },
    ): Promise<{ removedSec: number; afterCommit: () => void }>
    /** Gives titles that have no poster one, unless the operator wants none, and announces it. */
    setPosters(posters: ReadonlyMap<number, string>): Promise<void>
  }
  /**
   * Executes a run in a thread with a bounded heap, by `Runner.execute` there.
   * @returns `outOfMemory` if the heap was not enough
   * @throws what the run threw, or the reason of the signal, which leaves the run to be continued
   */
  executeApart(
    runId: number,
    options: { signal: AbortSignal; onProgress: (progress: RunProgress) => void },
  ): Promise<'ended' | 'outOfMemory'>
  /** Stores a picture; null if the bytes are none. */
  storePoster(bytes: Buffer): Promise<string | null>
  addresses: {
    /** Adds the addresses of episodes. Those that exist stay. Returns the titles that are shown differently. */
    saveIn(
      tx: Transaction<unknown>,
      addresses: readonly { episodeId: number; url: string }[],
      nowSec: number,
    ): Promise<{ refused: number; newHosts: number; titleIds: readonly number[] }>
  }
}

/** The services that this domain uses. */
export type CollectionPlatform = Pick<Platform, 'db' | 'clock' | 'log' | 'egress' | 'jobs'>
