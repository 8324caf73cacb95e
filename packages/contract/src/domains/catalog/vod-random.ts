import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { countSegment, segmentIdOrAny } from '../../core/fields.ts'
import { TitleCard } from './title.ts'

/** Random titles of a category (`type` 0: of all), except the title `except`. */
export const vodRandom = defineCall({
  name: 'vodRandom',
  summary: 'Titles at random',
  method: 'GET',
  path: '/v1/pub/vod/random/:type/:except/:count',
  caller: 'visitor',
  send: z.object({ type: segmentIdOrAny, except: segmentIdOrAny, count: countSegment }),
  reply: z.object({ list: z.array(TitleCard) }),
  refusals: [],
})
