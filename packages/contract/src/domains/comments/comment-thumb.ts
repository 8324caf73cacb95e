import * as z from 'zod/mini'
import { bodyId } from '../../core/fields.ts'
import { Thumb } from './comment.ts'

/** Common part of the thumb calls. */
export const thumbCall = {
  method: 'POST',
  caller: 'user',
  send: z.object({ id: bodyId }),
  reply: z.object({ up: z.int(), down: z.int(), thumbed: Thumb }),
  refusals: ['NoSuchComment', 'TooSoon'],
} as const
