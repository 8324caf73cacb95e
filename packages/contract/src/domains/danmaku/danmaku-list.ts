import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { segmentId, segmentIdOrAny } from '../../core/fields.ts'
import { CommentKind } from '../comments/comment.ts'
import { Danmaku } from './danmaku.ts'

/**
 * One pack of danmaku: those whose time lies in `pack * packSec` to the next, in the order of their time. Who sent one that
 * is held sees it as ever.
 */
export const danmakuList = defineCall({
  name: 'danmakuList',
  summary: 'The danmaku of six minutes',
  method: 'GET',
  path: '/v1/danmaku/list',
  caller: 'visitor',
  send: z.object({ kind: CommentKind, id: segmentId, level: segmentIdOrAny, pack: segmentIdOrAny }),
  reply: z.object({
    list: z.array(Danmaku),
    /** Whether these are all that anybody may see; else of crowded moments those of the greatest weight. */
    whole: z.boolean(),
  }),
  refusals: [],
})
