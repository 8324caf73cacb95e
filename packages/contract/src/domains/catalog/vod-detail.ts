import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { segmentId, segmentIdOrAny } from '../../core/fields.ts'
import { TitleDetail } from './title.ts'

/** Details of one title. `type` is its top category in addresses; only the id matters. */
export const vodDetail = defineCall({
  name: 'vodDetail',
  summary: 'A title in full',
  method: 'GET',
  path: '/v1/pub/vod/detail/:type/:id',
  caller: 'visitor',
  perViewer: { favourite: false, upped: false },
  send: z.object({ type: segmentIdOrAny, id: segmentId }),
  reply: TitleDetail,
  refusals: ['NoSuchTitle'],
})
