import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { danmakuId } from './danmaku-up.ts'

/** Deletes an own danmaku. */
export const danmakuDelete = defineCall({
  name: 'danmakuDelete',
  summary: 'Takes back a danmaku',
  method: 'POST',
  path: '/danmaku/delete',
  caller: 'user',
  send: z.object({ id: danmakuId }),
  reply: z.object({}),
  refusals: ['NoSuchDanmaku'],
})
