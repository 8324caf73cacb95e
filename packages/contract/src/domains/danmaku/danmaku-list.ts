import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { segmentId, segmentIdOrAny } from '../../core/fields.ts'
import { CommentKind } from '../../core/subject-kinds.ts'
import { Danmaku } from './danmaku.ts'

/**
 * One pack of danmaku: those with `pack * packSec ≤ time < (pack + 1) * packSec`, sorted by time. Senders also see
 * their own ones that are held for review.
 */
export const danmakuList = defineCall({
  name: 'danmakuList',
  summary: 'The danmaku of six minutes',
  method: 'GET',
  path: '/v1/danmaku/list',
  caller: 'visitor',
  perViewer: true,
  send: z.object({ kind: CommentKind, id: segmentId, level: segmentIdOrAny, pack: segmentIdOrAny }),
  reply: z.object({
    list: z.array(Danmaku),
    /**
     * Whether the pack contains all visible danmaku; otherwise crowded moments contain only those with the greatest
     * weight.
     */
    whole: z.boolean(),
  }),
  refusals: [],
})
