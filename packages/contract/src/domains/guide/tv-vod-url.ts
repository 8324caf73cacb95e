import * as z from 'zod/mini'
import { maxId } from '../../core/constants.ts'
import { defineCall } from '../../core/define-call.ts'
import { bodyId, unixSeconds } from '../../core/fields.ts'

/**
 * URL of a past programme, or of the current one from its start. Signed like that of `playToken`, which returns the
 * same for `replay`. `stream` 0 lets the server choose the line. Sent plain.
 */
export const tvVodUrl = defineCall({
  name: 'tvVodUrl',
  summary: 'The address of a past programme',
  method: 'POST',
  path: '/pub/tv/vod/url',
  caller: 'visitor',
  plain: true,
  send: z.object({ id: bodyId, stream: z._default(z.int().check(z.minimum(0), z.maximum(maxId)), 0) }),
  reply: z.object({ url: z.string(), expires: unixSeconds, start: unixSeconds, end: unixSeconds }),
  refusals: ['NoSuchProgramme', 'NoReplay', 'NoSuchLine', 'PlayPasswordNeeded', 'VipNeeded'],
})
