import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { Thumb } from './comment.ts'

const thumb = {
  method: 'POST',
  caller: 'user',
  send: z.object({ id: bodyId }),
  reply: z.object({ up: z.int(), down: z.int(), thumbed: Thumb }),
  refusals: ['NoSuchComment', 'TooSoon'],
} as const

/** A thumb up; the same again takes it back, and it takes back a thumb down. */
export const commentThumbUp = defineCall({
  ...thumb,
  name: 'commentThumbUp',
  summary: 'Thumb up for a comment',
  path: '/pub/comment/thumbUp',
})

/** A thumb down; the same again takes it back, and it takes back a thumb up. */
export const commentThumbDown = defineCall({
  ...thumb,
  name: 'commentThumbDown',
  summary: 'Thumb down for a comment',
  path: '/pub/comment/thumbDown',
})
