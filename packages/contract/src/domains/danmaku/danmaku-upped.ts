import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { danmakuPlace } from './danmaku.ts'

/** Which danmaku of a place who asks has liked, the latest first; packs are the same for everybody and do not tell. */
export const danmakuUpped = defineCall({
  name: 'danmakuUpped',
  summary: 'The danmaku of a place that I liked',
  method: 'POST',
  path: '/danmaku/upped',
  caller: 'user',
  send: z.object(danmakuPlace),
  reply: z.object({ ids: z.array(z.string()) }),
  refusals: [],
})
