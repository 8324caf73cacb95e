import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { querySegment } from './search-fields.ts'

/**
 * Counts a search for the hot keywords; sent when the first page of results is shown, because GET calls change nothing.
 * Once per network, query and day; queries that match no title and no text are not counted. The reply does not reveal
 * the outcome.
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
