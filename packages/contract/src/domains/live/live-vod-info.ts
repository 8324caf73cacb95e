import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { segmentId } from '../../core/fields.ts'
import { ProgrammeDetail } from '../guide/programme.ts'
import { Channel, followPerViewer } from './channel.ts'

/** Details of a programme with its channel. `id` is the programme's. */
export const liveVodInfo = defineCall({
  name: 'liveVodInfo',
  summary: 'A programme in full',
  method: 'GET',
  path: '/v1/pub/live/vod/info',
  caller: 'visitor',
  perViewer: followPerViewer,
  send: z.object({ id: segmentId }),
  reply: z.object({ programme: ProgrammeDetail, channel: Channel }),
  refusals: ['NoSuchProgramme'],
})
