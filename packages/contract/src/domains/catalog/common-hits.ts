import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** What happened to an advertisement. */
export const AdEvent = z.enum(['show', 'click'])
export type AdEvent = z.output<typeof AdEvent>

/**
 * Counts a play once per visitor, title and day, or an impression or click of an advertisement once per token and visitor;
 * repetitions are ignored.
 */
export const commonHits = defineCall({
  name: 'commonHits',
  summary: 'Counts a play, or what happened to an advertisement',
  method: 'POST',
  path: '/common/hits',
  caller: 'visitor',
  perViewer: true,
  send: z.object({
    type: z.enum(['vod', 'ad']),
    id: bodyId,
    /** Of an advertisement: the token that came with it. */
    token: z.optional(z.string().check(z.maxLength(200))),
    /** Of an advertisement. */
    event: z.optional(AdEvent),
  }),
  reply: z.object({ counted: z.literal(true) }),
  refusals: ['AlreadyCounted', 'AdTokenInvalid', 'NoSuchTitle'],
})
