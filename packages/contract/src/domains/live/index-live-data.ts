import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { countSegment } from '../../core/fields.ts'
import { LiveItem, livePerViewer } from './live-item.ts'

/** Live content: running and next matches first, then channels by number of viewers. Pages request `liveListCount`. */
export const indexLiveData = defineCall({
  name: 'indexLiveData',
  summary: 'What is live, for strips',
  method: 'GET',
  path: '/v1/pub/index/live/data/:count',
  caller: 'visitor',
  perViewer: livePerViewer,
  send: z.object({ count: countSegment }),
  reply: z.object({ list: z.array(LiveItem) }),
  refusals: [],
})
