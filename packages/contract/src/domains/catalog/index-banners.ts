import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { Banner } from './title.ts'

/** The titles at the head of the home page, at most six: the operator's choice first, then the best of the newest. */
export const indexBanners = defineCall({
  name: 'indexBanners',
  summary: 'The titles at the head of the home page',
  method: 'GET',
  path: '/v1/pub/index/banners',
  caller: 'visitor',
  send: z.object({}),
  reply: z.object({ list: z.array(Banner) }),
  refusals: [],
})
