import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { Corrected, titleRefusals } from './corrected.ts'

/** Moves a title to another category, and locks that unless `lock` is false. */
export const consoleTitleMove = defineCall({
  name: 'consoleTitleMove',
  summary: 'Moves a title to another category',
  method: 'POST',
  path: '/console/title/move',
  caller: 'operator',
  send: z.object({ id: bodyId, categoryId: bodyId, lock: z._default(z.boolean(), true) }),
  reply: Corrected,
  refusals: [...titleRefusals, 'NoSuchCategory'],
})
