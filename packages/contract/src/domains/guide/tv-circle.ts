import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyPage, bodySize, pageOf } from '../../core/fields.ts'
import { Channel, followPerViewer } from '../live/channel.ts'

/** Channels that play the station's own films around the clock, by number. */
export const tvCircle = defineCall({
  name: 'tvCircle',
  summary: 'Channels of the station’s own films',
  method: 'POST',
  path: '/pub/tv/circle',
  caller: 'visitor',
  perViewer: followPerViewer,
  send: z.object({ page: z._default(bodyPage, 1), size: z._default(bodySize, 30) }),
  reply: pageOf(Channel),
  refusals: [],
})
