import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** What a player found: no picture, no sound, a picture that stands, nothing more that comes, or that cannot be played. */
export const LineFault = z.enum(['black', 'silent', 'frozen', 'stalled', 'error'])
export type LineFault = z.output<typeof LineFault>

/**
 * A player's word that a line does not play as it should. Several viewers who say so make the line worse for all. The reply
 * is the line to go on with: the same where there is no better one.
 */
export const liveReport = defineCall({
  name: 'liveReport',
  summary: 'Reports a line that does not play',
  method: 'POST',
  path: '/pub/live/report',
  caller: 'visitor',
  send: z.object({ id: bodyId, stream: bodyId, fault: LineFault }),
  reply: z.object({ stream: z.int() }),
  refusals: ['NoSuchChannel', 'NoSuchLine', 'TooSoon'],
})
