import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId, bodyPage, bodySize, pageOf, unixSeconds } from '../../core/fields.ts'
import { QueueItem, TextKind, textId } from './moderation.ts'

/** What waits for an operator's look, the most reported first: held by the rules, reported by people. */
export const consoleModerationQueue = defineCall({
  name: 'consoleModerationQueue',
  summary: 'Texts that wait for a look',
  method: 'POST',
  path: '/console/moderation/queue',
  caller: 'operator',
  send: z.object({ page: z._default(bodyPage, 1), size: z._default(bodySize, 30) }),
  reply: pageOf(QueueItem),
  refusals: [],
})

/** Shows or removes texts for good. Those that are gone meanwhile are passed over. */
export const consoleModerationDecide = defineCall({
  name: 'consoleModerationDecide',
  summary: 'Shows or removes texts',
  method: 'POST',
  path: '/console/moderation/decide',
  caller: 'operator',
  send: z.object({
    items: z.array(z.object({ kind: TextKind, id: textId })).check(z.minLength(1), z.maxLength(100)),
    decision: z.enum(['show', 'remove']),
  }),
  reply: z.object({ decided: z.int() }),
  refusals: [],
})

/** Takes the word from somebody for a while, or gives it back with 0 hours. Answers until when, Unix seconds; 0 is not at all. */
export const consoleModerationMute = defineCall({
  name: 'consoleModerationMute',
  summary: 'Mutes somebody',
  method: 'POST',
  path: '/console/moderation/mute',
  caller: 'operator',
  send: z.object({
    userId: bodyId,
    hours: z.int().check(z.minimum(0), z.maximum(24 * 3650)),
    reason: z._default(z.string().check(z.maxLength(200)), ''),
  }),
  reply: z.object({ until: unixSeconds }),
  refusals: ['NoSuchUser'],
})

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
