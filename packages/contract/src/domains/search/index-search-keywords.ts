import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { TitleCard } from '../catalog/title.ts'
import { FoundBy, Marks, querySegment, Suggestion } from './search-fields.ts'

/**
 * Suggestions for typed text: the best match with the matched ranges of its name, or the alias that was matched, and at most six others, at most two
 * of them channels, teams, competitions or matches; one whose name is the query comes first, others after the titles. `total` is the number of search
 * results, limited to `totalCap`. Without matches there is no best match and an empty list.
 */
export const indexSearchKeywords = defineCall({
  name: 'indexSearchKeywords',
  summary: 'Suggestions while typing',
  method: 'GET',
  path: '/v1/pub/index/search/keywords/:q',
  caller: 'visitor',
  send: z.object({ q: querySegment }),
  reply: z.object({
    best: z.nullable(z.object({ title: TitleCard, marks: Marks, by: z.nullable(FoundBy) })),
    list: z.array(Suggestion),
    total: z.int(),
  }),
  refusals: [],
})
