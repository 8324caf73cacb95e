import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

const words = z.array(z.string().check(z.minLength(1), z.maxLength(40))).check(z.maxLength(20_000))
/** Maximum total length of both lists in UTF-16 code units: the matcher's memory grows with it in every process. */
const maxTotalLength = 200_000

const totalLengthOf = (list: readonly string[]): number => list.reduce((sum, word) => sum + word.length, 0)

/** Words of the moderation rules: some refuse a text, some hold it for review. */
export const ModerationWords = z
  .object({ refused: words, held: words })
  .check(z.refine(({ refused, held }) => totalLengthOf(refused) + totalLengthOf(held) <= maxTotalLength))
export type ModerationWords = z.output<typeof ModerationWords>

/** The current word lists; `words` replaces them first. */
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
