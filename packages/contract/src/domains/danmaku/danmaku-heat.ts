import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { segmentId, segmentIdOrAny } from '../../core/fields.ts'
import { CommentKind } from '../../core/subject-kinds.ts'

/** Number of danmaku of an episode, in total and per time step. For channels and matches only the total. */
export const danmakuHeat = defineCall({
  name: 'danmakuHeat',
  summary: 'Where danmaku are dense',
  method: 'GET',
  path: '/v1/danmaku/heat',
  caller: 'visitor',
  send: z.object({ kind: CommentKind, id: segmentId, level: segmentIdOrAny }),
  reply: z.object({ total: z.int(), stepSec: z.int(), counts: z.array(z.int()) }),
  refusals: [],
})
