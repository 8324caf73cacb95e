import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyPage, bodySize, pageOf } from '../../core/fields.ts'
import { Channel, followPerViewer } from '../live/channel.ts'

/** Channels on the air, most viewers first. */
export const tvActive = defineCall({
  name: 'tvActive',
  summary: 'Channels by how many watch',
  method: 'POST',
  path: '/pub/tv/active',
  caller: 'visitor',
  perViewer: followPerViewer,
  send: z.object({ page: z._default(bodyPage, 1), size: z._default(bodySize, 30) }),
  reply: pageOf(Channel),
  refusals: [],
})
