import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { MatchGroup, MatchType } from '../matches/match-type.ts'
import { ChannelGroup, ChannelType } from './channel.ts'
import { LiveOrder } from './live-fields.ts'

/** Filter and order values of lists of channels and matches. */
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
    sports: z.array(MatchType),
    competitions: z.array(MatchGroup),
  }),
  refusals: [],
})
