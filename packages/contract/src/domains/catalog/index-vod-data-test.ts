import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** Health check of the catalog: succeeds if the catalog can be read. */
export const indexVodDataTest = defineCall({
  name: 'indexVodDataTest',
  summary: 'The probe of the catalogue',
  method: 'GET',
  path: '/v1/pub/index/vod/data/test',
  caller: 'visitor',
  send: z.object({}),
  reply: z.object({ ok: z.literal(true) }),
  refusals: [],
})
