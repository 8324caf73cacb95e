import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { subjectsNotFound } from '../../core/subject-kinds.ts'
import { Danmaku, DanmakuMode, danmakuPoolFields, DanmakuSize } from './danmaku.ts'

/**
 * Sends a danmaku to a moment of an episode, or to a channel or match; it is delivered to the room at once. `time` as
 * in `Danmaku`. A text held for review is returned as if it were visible.
 */
export const danmakuSend = defineCall({
  name: 'danmakuSend',
  summary: 'Sends a danmaku',
  method: 'POST',
  path: '/danmaku/send',
  caller: 'user',
  send: z.object({
    ...danmakuPoolFields,
    time: z.number().check(z.minimum(0), z.maximum(1e11)),
    mode: DanmakuMode,
    color: z.int().check(z.minimum(0), z.maximum(0xffffff)),
    size: DanmakuSize,
    text: z.string().check(z.maxLength(2000)),
  }),
  reply: z.object({ danmaku: Danmaku }),
  refusals: [
    ...subjectsNotFound,
    'NoSuchEpisode',
    'DanmakuInvalid',
    'DanmakuTooSoon',
    'DanmakuDailyCap',
    'DanmakuForVip',
    'DanmakuMoment',
    'TextRefused',
    'TextRepeated',
    'Muted',
  ],
})
