import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { pageOf, pageSegment, sizeSegment } from '../../core/fields.ts'
import { Channel, followPerViewer } from './channel.ts'
import { groupSegment, typeSegment } from './live-fields.ts'

/** Channels of a group and an overseas tag (by its type), by number. */
export const indexLives = defineCall({
  name: 'indexLives',
  summary: 'Channels by group and tag',
  method: 'GET',
  path: '/v1/pub/index/lives/:group/:tag/:page/:size',
  caller: 'visitor',
  perViewer: followPerViewer,
  send: z.object({ group: groupSegment, tag: typeSegment, page: pageSegment, size: sizeSegment }),
  reply: pageOf(Channel),
  refusals: [],
})
