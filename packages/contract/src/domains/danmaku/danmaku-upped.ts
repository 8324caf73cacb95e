import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { danmakuPoolFields } from './danmaku.ts'

/** Danmaku of a pool that the caller has liked, latest first; packs are shared and do not contain this. */
export const danmakuUpped = defineCall({
  name: 'danmakuUpped',
  summary: 'The danmaku of a place that I liked',
  method: 'POST',
  path: '/danmaku/upped',
  caller: 'user',
  send: z.object(danmakuPoolFields),
  reply: z.object({ ids: z.array(z.string()) }),
  refusals: [],
})
