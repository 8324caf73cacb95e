import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { ChannelGroup, ChannelType } from './channel.ts'
import { LiveOrder } from './live-fields.ts'

/** Filter and order values of channel lists. */
export const liveConditions = defineCall({
  name: 'liveConditions',
  summary: 'What lists of channels can be narrowed to',
  method: 'GET',
  path: '/v1/pub/live/conditions',
  caller: 'visitor',
  send: z.object({}),
  reply: z.object({
    types: z.array(ChannelType),
    groups: z.array(ChannelGroup),
    orders: z.array(LiveOrder),
  }),
  refusals: [],
})
