import type { LiveHit, SearchHit, Suggestion, TitleCard } from '@yunmu/contract'
import type { Clock } from '../../platform/process/clock.ts'
import type { EventKind, Events } from '../../platform/events/events.ts'
import type { Logger } from '../../platform/process/logger.ts'
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
  /** The ids of all titles that visitors may find, the most played first. */
  idsByPlays(): Promise<readonly number[]>
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

/** A part of what was found, and at which moment. */
export interface FindSpan {
  offset: number
  limit: number
  /** Unix milliseconds. */
  nowMs: number
}

/** A line of the search box that another domain offers; `isNamed` says that the query is the name of where it leads. */
export interface OfferedLine {
  line: Suggestion
  isNamed: boolean
}

/** What another domain finds for a query, the best first. */
export interface FindElsewhere<Hit extends SearchHit> {
  find(query: string, span: FindSpan): Promise<{ list: Hit[]; total: number }>
  suggest(query: string, most: Omit<FindSpan, 'offset'>): Promise<{ list: OfferedLine[]; total: number }>
  /** What ends that. */
  changed: readonly EventKind[]
}

export interface SearchNeeds {
  events: Events
  clock: Clock
  log: Logger
  titles: SearchTitles
  /** What is searched beside titles: each domain finds for itself. */
  elsewhere: { live: FindElsewhere<LiveHit>; match: FindElsewhere<SearchHit> }
}
