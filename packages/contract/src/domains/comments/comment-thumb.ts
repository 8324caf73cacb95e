import * as z from 'zod/mini'
import { bodyId } from '../../core/fields.ts'
import { Thumb } from './comment.ts'

/** What thumbs up and down have in common. */
export const thumbCall = {
  method: 'POST',
  caller: 'user',
  send: z.object({ id: bodyId }),
  reply: z.object({ up: z.int(), down: z.int(), thumbed: Thumb }),
  refusals: ['NoSuchComment', 'TooSoon'],
} as const
