import type { SearchHit, TitleCard } from '@yunmu/contract'
import type { Clock } from '../../platform/clock.ts'
import type { EventKind, Events } from '../../platform/events.ts'
import type { Logger } from '../../platform/logger.ts'
import type * as z from 'zod/mini'

/** What a title is found by. */
export interface TitleTexts {
  id: number
  pidId: number
  name: string
  /** Other names, in any language. */
  others: string[]
  directors: string[]
  actors: string[]
  /** How often it was played. */
  hits: number
}

type TitlesEvent = EventKind<z.ZodMiniObject<{ ids: z.ZodMiniArray<z.ZodMiniNumber> }>>

/** The orders of lists, as the catalogue keeps them. */
export type ListedOrder = 'updatedAt' | 'hits' | 'score'

/** What search needs from the catalogue, in its own words. */
export interface SearchTitles {
  /** Titles that visitors may find with an id above `after`, in order of their ids. */
  textsAfter(after: number, limit: number): Promise<TitleTexts[]>
  /** Those of these titles that visitors may find. */
  textsOf(ids: readonly number[]): Promise<TitleTexts[]>
  hitsOf(ids: readonly number[]): Promise<Map<number, number>>
  /** Those of these titles that are listed, in an order of lists. */
  ordered(ids: readonly number[], order: ListedOrder): Promise<number[]>
  cards(ids: readonly number[], nowSec: number): Promise<TitleCard[]>
  /** Titles came, changed or went. */
  changed: TitlesEvent
  /** Plays were counted. */
  played: TitlesEvent
  /** Categories changed, whose names stand on cards. */
  shelved: EventKind
}

/** What another domain finds for a query, the best first. */
export type FindElsewhere = (
  query: string,
  offset: number,
  limit: number,
) => Promise<{ list: SearchHit[]; total: number }>

export interface SearchNeeds {
  events: Events
  clock: Clock
  log: Logger
  titles: SearchTitles
  /** What is searched beside titles: each domain finds for itself. */
  elsewhere: Record<'live' | 'match', FindElsewhere>
}
