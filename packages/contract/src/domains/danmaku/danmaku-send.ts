import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { Danmaku, DanmakuMode, danmakuPlace, DanmakuSize } from './danmaku.ts'

/**
 * Sends a danmaku to a moment of an episode, or to what a channel or match shows: to everybody who watches, at once.
 * `time` as in `Danmaku`. What is held for a look comes back as if it had been shown.
 */
export const danmakuSend = defineCall({
  name: 'danmakuSend',
  summary: 'Sends a danmaku',
  method: 'POST',
  path: '/danmaku/send',
  caller: 'user',
  send: z.object({
    ...danmakuPlace,
    time: z.number().check(z.minimum(0), z.maximum(1e11)),
    mode: DanmakuMode,
    color: z.int().check(z.minimum(0), z.maximum(0xffffff)),
    size: DanmakuSize,
    text: z.string().check(z.maxLength(2000)),
  }),
  reply: z.object({ danmaku: Danmaku }),
  refusals: [
    'NoSuchTitle',
    'NoSuchEpisode',
    'NoSuchChannel',
    'NoSuchMatch',
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
