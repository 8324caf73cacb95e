import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { Banner } from './title.ts'

/** At most six titles for the home page's hero: the operator's choice first, then the best new ones. */
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
