import type { PictureKind } from './corrections/picture-corrections.ts'
import type { AdEvent } from '@yunmu/contract'
import type { Transaction } from 'kysely'
import type { Visitor } from '../../platform/calls/mount-call.ts'
import type { DomainModule } from '../../platform/domain-module.ts'
import type { Corrections } from './corrections/corrections.ts'
import type { AddressStore } from './address-store.ts'
import type { ArtworkStore } from './artwork-store.ts'
import type { AssetPlaces } from './asset-places.ts'
import type { CollectedStore } from './collected-store.ts'
import type { ExtrasStore } from './extras-store.ts'
import type { EpisodeStore } from './episode-store.ts'
import type { RemoteAddress } from '../../platform/subjects.ts'
import type { EventKind } from '../../platform/events/events.ts'
import type { TitleQuality } from './listing/listing-rules.ts'
import type { ExchangeStore } from './exchange-store.ts'
import type { ListingStore } from './listing/listing-store.ts'
import type { OpinionStore } from './opinion-store.ts'
import type { PeopleStore } from './people-store.ts'
import type { PlayCounter } from './play-counter.ts'
import type { PlaysStore } from './plays-store.ts'
import type { RemoteEpisodeStore } from './remote-episode-store.ts'
import type { RelocateStore } from './relocate-store.ts'
import type { CategoryStore } from './category-store.ts'
import type { TextStore } from './text-store.ts'
import type { TitleStore } from './title-store.ts'
import type { UpdatesStore } from './updates-store.ts'
import type { TitleBin } from './title-bin.ts'
import type { TitleWriter } from './title-writer.ts'
import type { WriterStore } from './writer-store.ts'

/** Dependencies of this domain's calls. */
export interface CatalogParts {
  listing: ListingStore
  titles: TitleStore
  categories: CategoryStore
  plays: PlaysStore
  counter: PlayCounter
  updates: UpdatesStore
  people: PeopleStore
  /** Converts filter values in either script to the stored one. */
  toSimplified: (text: string) => string
  opinionOf: OpinionOf
  adHits: AdHits
  rights: CatalogNeeds['rights']
}

/** Whether a title is a user's favourite, and liked by them. */
export type OpinionOf = (userId: number, titleId: number) => Promise<{ favourite: boolean; upped: boolean }>

/** Counts what happened to an advertisement: `commonHits` serves titles and advertisements. */
export type AdHits = (
  hit: { id: number; token: string; event: AdEvent },
  visitor: Visitor,
) => 'counted' | 'already' | 'invalid'

/** What this domain needs from outside. */
export interface CatalogNeeds {
  toSimplified: (text: string) => string
  opinionOf: OpinionOf
  adHits: AdHits
  /** What moves along when a title becomes part of another. */
  belongings: () => readonly TitleBelongings[]
  /** Where episodes play from elsewhere. What a correction removes is JSON in the audit log, from which it is restored. */
  addresses: {
    idsIn(tx: Transaction<unknown>, episodeIds: readonly number[]): Promise<readonly number[]>
    removeIn(tx: Transaction<unknown>, ids: readonly number[]): Promise<readonly unknown[]>
    restoreIn(tx: Transaction<unknown>, addresses: readonly unknown[]): Promise<void>
  }
  /** Pictures that operators choose for titles. */
  pictures: {
    /** Stores a picture. Returns the columns of the title that it gives; null if the bytes are no picture. */
    store(kind: PictureKind, bytes: Buffer): Promise<Readonly<Record<string, unknown>> | null>
    /** The bytes behind an address outside; null if they cannot be had. */
    fetch(address: string): Promise<Buffer | null>
    /** The frame of an asset at a second; null if there is none. */
    frame(assetId: number, atSec: number): Promise<Buffer | null>
  }
  /** What plays with a password only. */
  locks: {
    lockedTitles(): Promise<ReadonlySet<number>>
    lockedSources(titleId: number): Promise<ReadonlySet<number>>
    /** The passwords of titles that the transaction has locked; `sourceId` 0 is the title as a whole. */
    locksIn(
      tx: Transaction<unknown>,
      titleIds: readonly number[],
    ): Promise<readonly { titleId: number; sourceId: number }[]>
  }
  /** What the operator reserves for VIPs, and the events that change it. */
  rights: {
    /** Lines of the picture; 0 is none. */
    vipMinHeight(): Promise<number>
    changed: readonly EventKind[]
  }
  /** Where an episode without an asset plays from, the best first; empty if nowhere. */
  addressesOf(episodeId: number): Promise<readonly RemoteAddress[]>
  /** The quality of those assets that are published. */
  assetQualities(ids: readonly number[]): Promise<Map<number, TitleQuality>>
  /**
   * Deletes the drawn pictures of removed titles, and the assets that nothing needs. `neededIn` is asked while no episode can
   * be made to play them. Returns the assets that something needs, except those with an end of their own.
   */
  removeFiles(
    files: { titleIds: readonly number[]; assetIds: readonly number[] },
    neededIn: NeededIn,
  ): Promise<readonly number[]>
  /** Those of these assets that exist: they are not removed until the end of the transaction. */
  holdAssetsIn(tx: Transaction<unknown>, ids: readonly number[]): Promise<ReadonlySet<number>>
  /** The states of assets. */
  assetStates(ids: readonly number[]): Promise<Map<number, { state: AssetState; durationMs: number }>>
}

/** Which of these assets are needed. */
export type NeededIn = (tx: Transaction<unknown>, assetIds: readonly number[]) => Promise<ReadonlySet<number>>

/** Ids of rows by table. */
export type MovedRows = Readonly<Record<string, readonly number[]>>

/** What another domain keeps of titles. */
export interface TitleBelongings {
  /** The domain, in the audit log. */
  name: 'library' | 'comments' | 'danmaku'
  /**
   * Moves what belongs to a title to another within the transaction, and announces it there. What the other has already
   * (a favourite of the same user) stays.
   * @param move `only` names the rows that are moved; null is all
   * @returns the ids of what moved
   */
  moveIn(tx: Transaction<unknown>, move: { from: number; to: number; only: MovedRows | null }): Promise<MovedRows>
}

type AssetState = 'ready' | 'pending' | 'broken'

/** What this domain offers to the application, which adapts it for other domains. */
export interface Catalog extends CatalogParts {
  addresses: AddressStore
  writer: WriterStore & TitleWriter
  bin: Omit<TitleBin, 'module'>
  corrections: Corrections
  episodes: EpisodeStore
  assetPlaces: AssetPlaces
  exchange: ExchangeStore
  artwork: ArtworkStore
  remoteEpisodes: RemoteEpisodeStore
  collected: CollectedStore
  relocation: RelocateStore
  extras: ExtrasStore
  opinions: OpinionStore
  texts: TextStore
  /** Gives the episodes that wait for an asset its state: a process killed between the two leaves such episodes behind. */
  settleEpisodes(): Promise<void>
  /** Gives the episodes that play an asset its state and quality. */
  settle(asset: { assetId: number; state: AssetState; durationMs: number }, quality: TitleQuality): Promise<void>
  /** Asks again for the quality of these assets. */
  measure(assetIds: readonly number[]): Promise<void>
  /** Asks for the quality of the episodes for which that was not done yet. */
  measureEpisodes(): Promise<void>
  /** Computes the quality of titles whose episodes were moved. */
  refreshQuality(titleIds: readonly number[]): Promise<void>
  /** Whether any visible title has something that only VIPs may watch, besides high pictures. */
  hasVipTitles(): Promise<boolean>
  /** Whether any visible title has pictures of the heights that are for VIPs. */
  hasCinema(): Promise<boolean>
  readonly module: DomainModule
}
