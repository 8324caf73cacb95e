import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId, storableText } from '../../core/fields.ts'
import { bodyName, Corrected, PictureKind, titleRefusals } from './corrected.ts'

/** Sets a picture of a title from an address, or from a second of one of its episodes, and locks it unless `lock` is false. */
export const consolePictureSet = defineCall({
  name: 'consolePictureSet',
  summary: 'Sets a picture of a title',
  method: 'POST',
  path: '/console/picture/set',
  caller: 'operator',
  send: z.object({
    id: bodyId,
    kind: PictureKind,
    from: z.union([
      z.object({ url: storableText(2000).check(z.minLength(1)) }),
      z.object({
        frame: z.object({
          source: bodyName,
          level: z.int().check(z.minimum(1), z.maximum(99_999)),
          atSec: z.number().check(z.minimum(0), z.maximum(360_000)),
        }),
      }),
    ]),
    lock: z._default(z.boolean(), true),
  }),
  reply: Corrected,
  refusals: [...titleRefusals, 'NoSuchEpisode', 'PictureInvalid'],
})
