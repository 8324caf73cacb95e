import type { TitleCard } from '@yunmu/contract'
import type { Clock } from '../../platform/process/clock.ts'
import type { EventKind, Events } from '../../platform/events/events.ts'
import type { Logger } from '../../platform/process/logger.ts'
import type { Subjects } from '../../platform/subjects.ts'
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

export interface SearchNeeds {
  events: Events
  clock: Clock
  log: Logger
  titles: SearchTitles
  subjects: Pick<Subjects, 'search'>
}
