import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { querySegment } from './search-fields.ts'

/**
 * Counts a search for the hot keywords: sent when the first page of results is shown, because GET calls change nothing.
 * Once for each network and word a day; words that name no title and stand in no text do not count. What became of it is
 * nobody's business.
 */
export const searchCount = defineCall({
  name: 'searchCount',
  summary: 'Counts a search',
  method: 'POST',
  path: '/search/count',
  caller: 'visitor',
  send: z.object({ q: querySegment }),
  reply: z.object({}),
  refusals: [],
})
