import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { Corrected, PictureKind, titleRefusals } from './corrected.ts'

/** Takes a picture of a title away: a drawn one is shown, or the name in place of a logo. Locked unless `lock` is false. */
export const consolePictureRemove = defineCall({
  name: 'consolePictureRemove',
  summary: 'Takes a picture of a title away',
  method: 'POST',
  path: '/console/picture/remove',
  caller: 'operator',
  send: z.object({ id: bodyId, kind: PictureKind, lock: z._default(z.boolean(), true) }),
  reply: Corrected,
  refusals: [...titleRefusals],
})
