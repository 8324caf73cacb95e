import { extents } from './text-match.ts'
import { meanings, type Meaning } from './query-plans.ts'
import { textKinds } from '../texts/text-pool.ts'

/**
 * The order of relevance as one number, the least first: the name as it is written, its beginning, a part of it; other
 * names; people; then what was found by its sound, by a confused sound, by a typing error, in the same order each.
 */
export const rankCount = meanings.length * textKinds.length * 3

export const rankOf = (meaning: Meaning, kind: number, extent: number): number =>
  (meanings.indexOf(meaning) * textKinds.length + kind) * 3 + extent

/** Whether a text holds it as it was typed, in either script: not by its sound alone. */
export const isTyped = (rank: number): boolean => rank < rankOf('words', 0, 0)

/** Whether it was found by supposing an error. */
export const isUnsure = (rank: number): boolean => rank >= rankOf('confused', 0, 0)

/** Whether all of the text matched. */
export const isWhole = (rank: number): boolean => rank % 3 === extents.whole

/** What a rank was found in. */
export const kindOfRank = (rank: number): number => Math.floor(rank / 3) % textKinds.length
