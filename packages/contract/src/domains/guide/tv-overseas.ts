import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyPage, bodySize, pageOf } from '../../core/fields.ts'
import { Channel, followPerViewer } from '../live/channel.ts'
import { typeSegment } from '../live/live-fields.ts'

/** Overseas channels of a tag (by its type; `0` is any), by number. */
export const tvOverseas = defineCall({
  name: 'tvOverseas',
  summary: 'Overseas channels',
  method: 'POST',
  path: '/pub/tv/overseas',
  caller: 'visitor',
  perViewer: followPerViewer,
  send: z.object({ type: z._default(typeSegment, '0'), page: z._default(bodyPage, 1), size: z._default(bodySize, 30) }),
  reply: pageOf(Channel),
  refusals: [],
})
