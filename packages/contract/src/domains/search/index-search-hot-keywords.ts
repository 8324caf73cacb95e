import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** The words that most visitors search for these days, the most wanted first; fewer than six, or none, on a quiet station. */
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
