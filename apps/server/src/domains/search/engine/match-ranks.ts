import { extents } from './text-match.ts'
import { matchTypes, type MatchType } from './query-patterns.ts'
import { textKinds } from '../texts/text-pool.ts'

/**
 * Relevance as one number, lower is better: ordered by match type, then by kind of text (name, alias, person), then by
 * extent (whole, beginning, part).
 */
export const rankCount = matchTypes.length * textKinds.length * 3

export const rankOf = (matchType: MatchType, kind: number, extent: number): number =>
  (matchTypes.indexOf(matchType) * textKinds.length + kind) * 3 + extent

/** Whether a text contains the typed characters, in either script. */
export const isTyped = (rank: number): boolean => rank < rankOf('words', 0, 0)

/** Whether it was found only by assuming an error. */
export const isFuzzy = (rank: number): boolean => rank >= rankOf('confused', 0, 0)

/** Whether the whole text matched. */
export const isWhole = (rank: number): boolean => rank % 3 === extents.whole

/** The kind of text of a rank, see `kindNumber`. */
export const kindOfRank = (rank: number): number => Math.floor(rank / 3) % textKinds.length
