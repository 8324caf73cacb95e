import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { ChannelGroup } from './channel.ts'

/** The groups that have channels, in the operator's order. */
export const liveGroups = defineCall({
  name: 'liveGroups',
  summary: 'The groups of channels',
  method: 'GET',
  path: '/v1/pub/live/groups',
  caller: 'visitor',
  send: z.object({}),
  reply: z.object({ list: z.array(ChannelGroup) }),
  refusals: [],
})
