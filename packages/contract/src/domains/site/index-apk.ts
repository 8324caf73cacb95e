import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** The station's app for Android: where it is, and what is said of it. */
export const Apk = z.object({
  uri: z.string(),
  /** Empty where the operator has not said. */
  version: z.string(),
  /** Its size in bytes; 0 where the operator has not said. */
  size: z.int(),
  notes: z.string(),
})
export type Apk = z.output<typeof Apk>

/** The app that can be downloaded; null where there is none. */
export const indexApk = defineCall({
  name: 'indexApk',
  summary: 'The app for Android',
  method: 'GET',
  path: '/v1/pub/index/apk',
  caller: 'visitor',
  send: z.object({}),
  reply: z.object({ apk: z.nullable(Apk) }),
  refusals: [],
})
