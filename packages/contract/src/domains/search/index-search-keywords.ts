import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { TitleCard } from '../catalog/title.ts'
import { Marks, querySegment, Suggestion } from './search-fields.ts'

/**
 * What somebody may mean who has typed this far: the best match with the marks of its name, and at most six others, of
 * which two are channels at most; a channel that is named stands first, others behind the titles. `total` is how much a
 * search for it finds, up to `totalCap`. Nothing found is no best match and an empty list.
 */
export const indexSearchKeywords = defineCall({
  name: 'indexSearchKeywords',
  summary: 'Suggestions while typing',
  method: 'GET',
  path: '/v1/pub/index/search/keywords/:q',
  caller: 'visitor',
  send: z.object({ q: querySegment }),
  reply: z.object({
    best: z.nullable(z.object({ title: TitleCard, marks: Marks })),
    list: z.array(Suggestion),
    total: z.int(),
  }),
  refusals: [],
})
