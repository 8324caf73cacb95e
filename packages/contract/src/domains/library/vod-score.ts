import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Scores a title; a new score replaces the previous one. */
export const vodScore = defineCall({
  name: 'vodScore',
  summary: 'Scores a title',
  method: 'POST',
  path: '/pub/vod/score',
  caller: 'user',
  send: z.object({ id: bodyId, score: z.int().check(z.minimum(1), z.maximum(10)) }),
  reply: z.object({ /** 0 to 10 with one decimal. */ score: z.number(), scoreCount: z.int() }),
  refusals: ['NoSuchTitle'],
})
