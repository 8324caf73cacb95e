import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** A digit string: ids exceed the range of JSON numbers. */
export const danmakuId = z.string().check(z.regex(/^[1-9]\d{0,17}$/))

/** Toggles the caller's like of a danmaku. Returns the new state. */
export const danmakuUp = defineCall({
  name: 'danmakuUp',
  summary: 'Likes a danmaku',
  method: 'POST',
  path: '/danmaku/up',
  caller: 'user',
  send: z.object({ id: danmakuId }),
  reply: z.object({ up: z.int(), upped: z.boolean() }),
  refusals: ['NoSuchDanmaku', 'TooSoon'],
})
