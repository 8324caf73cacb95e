import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Counts a play once per visitor, title and day; repetitions are ignored. */
export const commonHits = defineCall({
  name: 'commonHits',
  summary: 'Counts a play',
  method: 'POST',
  path: '/common/hits',
  caller: 'visitor',
  perViewer: true,
  send: z.object({ type: z.enum(['vod']), id: bodyId }),
  reply: z.object({ counted: z.literal(true) }),
  refusals: ['AlreadyCounted', 'NoSuchTitle'],
})
