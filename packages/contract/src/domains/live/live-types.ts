import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { MatchType } from '../matches/match-type.ts'
import { ChannelType } from './channel.ts'

/** Types of channels: `tv` for domestic ones, and those of overseas tags with channels. Types of matches: sports. */
export const liveTypes = defineCall({
  name: 'liveTypes',
  summary: 'The types of channels',
  method: 'GET',
  path: '/v1/pub/live/types',
  caller: 'visitor',
  send: z.object({}),
  reply: z.object({ list: z.array(ChannelType), sports: z.array(MatchType) }),
  refusals: [],
})
