import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

const words = z.array(z.string().check(z.minLength(1), z.maxLength(40))).check(z.maxLength(20_000))
/** Of both lists together, UTF-16 code units: what finds the words takes memory for each, in every process. */
const mostLetters = 200_000

const lettersOf = (list: readonly string[]): number => list.reduce((sum, word) => sum + word.length, 0)

/** The words that the rules look for: some refuse a text, some hold it for a look. */
export const ModerationWords = z
  .object({ refused: words, held: words })
  .check(z.refine(({ refused, held }) => lettersOf(refused) + lettersOf(held) <= mostLetters))
export type ModerationWords = z.output<typeof ModerationWords>

/** The words as they are now; with `words` they are replaced first. */
export const consoleModerationWords = defineCall({
  name: 'consoleModerationWords',
  summary: 'The words that are not wanted',
  method: 'POST',
  path: '/console/moderation/words',
  caller: 'operator',
  send: z.object({ words: z.optional(ModerationWords) }),
  reply: z.object({ words: ModerationWords }),
  refusals: [],
})
