import type { Match } from './search-engine.ts'
import type { TitleTexts } from '../search-needs.ts'

/** What the thread of the search engine is asked, and what it answers. */

/** Titles of which it is wanted what matched: those at these places of what is found, or these. */
export type Shown = { offset: number; size: number } | { ids: readonly number[] }

export interface FindOrder {
  query: string
  /** Titles at most. */
  limit: number
  shown: Shown
}

export interface FoundTitles {
  /** The ids of the titles, the most relevant first. */
  ids: number[]
  /** The rank of the first; null where nothing is found. */
  rank: number | null
  /** What matched of the first, and of those that are shown. */
  matches: Map<number, Match>
}

/** How much stands in the engine, and how well. */
export interface EngineState {
  /** How many titles there are. */
  size: number
  /** How many texts came since the lists were made. */
  unindexed: number
  /** The share of titles whose room could be given back. */
  deadShare: number
}

/** Done in the order in which they come; while lists are made, other orders are done as well. */
export type EngineOrder =
  /** Forgets all titles. */
  | { what: 'clear' }
  | { what: 'put'; titles: readonly TitleTexts[]; gone: readonly number[] }
  | { what: 'setHits'; hits: ReadonlyMap<number, number> }
  /** Makes the lists; with `trim`, gives back the room that was kept for growth before. */
  | { what: 'index'; trim: boolean }
  | ({ what: 'find' } & FindOrder)

export interface NumberedOrder {
  number: number
  order: EngineOrder
}

/** The answer to the order of that number. */
export type EngineAnswer = { number: number } & (
  | { said: 'done'; state: EngineState }
  | { said: 'found'; found: FoundTitles }
  | { said: 'failed'; error: unknown }
)
