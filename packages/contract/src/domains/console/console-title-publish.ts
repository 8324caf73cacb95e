import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { Corrected, titleRefusals } from './corrected.ts'

/** Shows a title to visitors, or hides it. */
export const consoleTitlePublish = defineCall({
  name: 'consoleTitlePublish',
  summary: 'Shows or hides a title',
  method: 'POST',
  path: '/console/title/publish',
  caller: 'operator',
  send: z.object({ id: bodyId, published: z.boolean() }),
  reply: Corrected,
  refusals: [...titleRefusals, 'TitleDeleted', 'TitleMerged'],
})
