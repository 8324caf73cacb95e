import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** The station's Android app. */
export const Apk = z.object({
  uri: z.string(),
  /** Empty if unknown. */
  version: z.string(),
  /** Size in bytes; 0 if unknown. */
  size: z.int(),
  notes: z.string(),
})
export type Apk = z.output<typeof Apk>

/** The app to download; null if there is none. */
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
