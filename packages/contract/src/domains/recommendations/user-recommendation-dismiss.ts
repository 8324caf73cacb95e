import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Recommends a title to the caller no longer. */
export const userRecommendationDismiss = defineCall({
  name: 'userRecommendationDismiss',
  summary: 'I do not like this title',
  method: 'POST',
  path: '/pub/user/recommendations/dismiss',
  caller: 'user',
  send: z.object({ id: bodyId }),
  reply: z.object({}),
  refusals: ['NoSuchTitle'],
})
