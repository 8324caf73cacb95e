import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { Corrected, titleRefusals } from './corrected.ts'

/** Makes a title part of another: lines, episodes, favourites, history, comments, danmaku and ratings move. */
export const consoleTitleMerge = defineCall({
  name: 'consoleTitleMerge',
  summary: 'Makes two titles one',
  method: 'POST',
  path: '/console/title/merge',
  caller: 'operator',
  send: z.object({ id: bodyId, into: bodyId }),
  reply: Corrected,
  refusals: [...titleRefusals, 'TitleDeleted', 'TitleMerged', 'HasPassword', 'SameTitle'],
})
