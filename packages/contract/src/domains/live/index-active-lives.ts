import * as z from 'zod/mini'
import { liveListCount } from '../../core/constants.ts'
import { defineCall } from '../../core/define-call.ts'
import { bodySize } from '../../core/fields.ts'
import { Channel } from './channel.ts'

/** The channels that most people watch now, for the tiles of the home page. Only those that are on the air. */
export const indexActiveLives = defineCall({
  name: 'indexActiveLives',
  summary: 'The channels that most people watch',
  method: 'POST',
  path: '/pub/index/activeLives',
  caller: 'visitor',
  send: z.object({ count: z._default(bodySize, liveListCount) }),
  reply: z.object({ list: z.array(Channel) }),
  refusals: [],
})
