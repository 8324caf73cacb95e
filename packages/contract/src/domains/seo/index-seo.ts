import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { SeoEntry } from './seo-entry.ts'

/** Page titles, keywords and descriptions that the operator has set. */
export const indexSeo = defineCall({
  name: 'indexSeo',
  summary: 'Titles, keywords and descriptions of pages',
  method: 'GET',
  path: '/v1/pub/index/seo',
  caller: 'visitor',
  send: z.object({}),
  reply: z.object({ list: z.array(SeoEntry) }),
  refusals: [],
})
