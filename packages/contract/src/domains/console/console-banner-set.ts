import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { Corrected, titleRefusals } from './corrected.ts'

/** Chooses the titles on top of the home page; none is the newest. */
export const consoleBannerSet = defineCall({
  name: 'consoleBannerSet',
  summary: 'Chooses the banners',
  method: 'POST',
  path: '/console/banner/set',
  caller: 'operator',
  send: z.object({ ids: z.array(bodyId).check(z.maxLength(6)) }),
  reply: Corrected,
  refusals: [...titleRefusals],
})
