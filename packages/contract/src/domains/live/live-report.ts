import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Playback problems: no picture, no sound, frozen picture, no data, not playable. */
export const LineFault = z.enum(['black', 'silent', 'frozen', 'stalled', 'error'])
export type LineFault = z.output<typeof LineFault>

/**
 * Reports a playback problem of a line. Reports of several viewers lower the line's state. The reply is the line to
 * switch to: the same if there is no better one.
 */
export const liveReport = defineCall({
  name: 'liveReport',
  summary: 'Reports a line that does not play',
  method: 'POST',
  path: '/pub/live/report',
  caller: 'visitor',
  perViewer: true,
  send: z.object({ id: bodyId, stream: bodyId, fault: LineFault }),
  reply: z.object({ stream: z.int() }),
  refusals: ['NoSuchChannel', 'NoSuchLine', 'TooSoon'],
})
