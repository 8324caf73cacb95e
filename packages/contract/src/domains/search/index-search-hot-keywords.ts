import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** Most frequent search terms of recent days; fewer than six, or none, if there are few searches. */
export const indexSearchHotKeywords = defineCall({
  name: 'indexSearchHotKeywords',
  summary: 'Hot keywords',
  method: 'GET',
  path: '/v1/pub/index/search/hot/keywords',
  caller: 'visitor',
  send: z.object({}),
  reply: z.object({ list: z.array(z.object({ word: z.string(), remark: z.string() })) }),
  refusals: [],
})
