import type { Match } from './search-engine.ts'
import type { TitleTexts } from '../search-needs.ts'

/** Messages between the main thread and the thread of the search engine. */

/** The titles to return: a page of the results, all of them, or given ones whatever their rank. */
export type Selection = { offset: number; size: number } | { ids: readonly number[] } | 'all'

export interface FindRequest {
  query: string
  /** Maximum number of titles. */
  limit: number
  selection: Selection
}

export interface FoundTitles {
  /** Number of titles found, up to the limit. */
  total: number
  /** The id and the rank of the most relevant title; null if nothing was found. */
  best: { id: number; rank: number } | null
  /** The selected ids, the most relevant first. */
  ids: readonly number[]
  /** Matches of the best title and of the selected ones by id; empty for `all`. */
  matches: Map<number, Match>
}

/** Size and condition of the engine's index. */
export interface EngineState {
  /** Number of titles. */
  size: number
  /** Number of texts added since the index was built. */
  unindexed: number
  /** Share of slots (0 to 1) of removed or replaced titles. */
  deadShare: number
}

/** Requests run first in, first out; index builds do not block other requests. */
export type EngineRequest =
  /** Removes all titles. */
  | { type: 'clear' }
  | { type: 'put'; titles: readonly TitleTexts[]; removed: readonly number[] }
  | { type: 'setHits'; hits: ReadonlyMap<number, number> }
  /** Builds the index; with `trim`, frees the spare capacity of the arrays first. */
  | { type: 'index'; trim: boolean }
  | ({ type: 'find' } & FindRequest)

export interface EngineMessage {
  id: number
  request: EngineRequest
}

/** The reply to the message with this id. */
export type EngineReply = { id: number } & (
  | { type: 'done'; state: EngineState }
  | { type: 'found'; found: FoundTitles }
  | { type: 'failed'; error: unknown }
)
