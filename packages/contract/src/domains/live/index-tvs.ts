import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyPage, bodySize, pageOf } from '../../core/fields.ts'
import { Channel, followPerViewer } from './channel.ts'

/** All channels by number, with the caller's follows. */
export const indexTvs = defineCall({
  name: 'indexTvs',
  summary: 'All channels by number',
  method: 'POST',
  path: '/pub/index/tvs',
  caller: 'visitor',
  perViewer: followPerViewer,
  send: z.object({ page: z._default(bodyPage, 1), size: z._default(bodySize, 100) }),
  reply: pageOf(Channel),
  refusals: [],
})
