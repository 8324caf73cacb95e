import type { TitleCard } from '@yunmu/contract'
import type { EventKind, Events } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Subjects } from '../../platform/subjects.ts'
import type * as z from 'zod/mini'

/** The texts by which a title is found. */
export interface TitleTexts {
  id: number
  pidId: number
  name: string
  /** Other names, in any language. */
  aliases: string[]
  directors: string[]
  actors: string[]
  /** Number of plays. */
  hits: number
}

type TitlesEvent = EventKind<z.ZodMiniObject<{ ids: z.ZodMiniArray<z.ZodMiniNumber> }>>

/** Sort orders of the catalogue's lists. */
export type ListOrder = 'updatedAt' | 'hits' | 'score'

/** What search needs from the catalogue. */
export interface SearchTitles {
  /** The ids of the visible titles, the most played first; all of them without a limit. */
  idsByPlays(limit?: number): Promise<readonly number[]>
  /** The texts of these titles; titles that are not visible are left out. */
  textsOf(ids: readonly number[]): Promise<TitleTexts[]>
  /** The same from a cache, in any order: for the titles that are shown. */
  cachedTextsOf(ids: readonly number[]): Promise<TitleTexts[]>
  hitsOf(ids: readonly number[]): Promise<Map<number, number>>
  /** Those of the titles that the audience of the request may see, in their order. */
  forAudience(ids: readonly number[]): Promise<readonly number[]>
  /**
   * Sorts these titles; titles that are not visible are left out. Records no dependency: the order may be two seconds
   * old.
   */
  sorted(ids: readonly number[], order: ListOrder): Promise<number[]>
  /** Cards of the visible ones of these titles, in their order. Values built from them depend on the titles. */
  cards(ids: readonly number[], nowSec: number): Promise<TitleCard[]>
  /** Titles were added, changed or removed. */
  changed: TitlesEvent
  /** Scores changed, which stand on cards. */
  rated: TitlesEvent
  /** Plays were counted. */
  played: TitlesEvent
  /** Categories changed; cards show their names. */
  categoriesChanged: EventKind
}

/** What this domain needs from outside. */
export interface SearchNeeds {
  titles: SearchTitles
  subjects: Pick<Subjects, 'search'>
}

/** Dependencies of the parts of this domain. */
export interface SearchParts extends SearchNeeds, Omit<SearchPlatform, 'db'> {}

/** The services that this domain uses. */
export type SearchPlatform = Pick<Platform, 'db' | 'clock' | 'changes' | 'channel' | 'log'> & { events: Events }
