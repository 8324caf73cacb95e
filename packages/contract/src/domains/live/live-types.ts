import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { ChannelType } from './channel.ts'

/** The types of channels: `tv` at home, and those of the overseas tags that have channels. */
export const liveTypes = defineCall({
  name: 'liveTypes',
  summary: 'The types of channels',
  method: 'GET',
  path: '/v1/pub/live/types',
  caller: 'visitor',
  send: z.object({}),
  reply: z.object({ list: z.array(ChannelType) }),
  refusals: [],
})
