import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { TitleCard } from '../catalog/title.ts'

/** A title that the caller may like, and why. */
export const Recommendation = z.object({
  title: TitleCard,
  /** The watched title that led to it. */
  sourceId: z.int(),
  /** `next`: others watched it next; `person`: by or with somebody of that title; `genre`: of the same genre. */
  reason: z.enum(['next', 'person', 'genre']),
  /** The person or genre; empty for `next`. */
  detail: z.string(),
})
export type Recommendation = z.output<typeof Recommendation>

/** What the caller may like, computed from the history by a job; empty until it has run. */
export const userRecommendations = defineCall({
  name: 'userRecommendations',
  summary: 'What I may like',
  method: 'POST',
  path: '/pub/user/recommendations',
  caller: 'user',
  send: z.object({}),
  reply: z.object({
    list: z.array(Recommendation),
    /** The titles that led to the most of them, at most three. */
    sources: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  refusals: [],
})
