import * as z from 'zod/mini'
import { liveListCount } from '../../core/constants.ts'
import { defineCall } from '../../core/define-call.ts'
import { bodySize } from '../../core/fields.ts'
import { Channel, followPerViewer } from './channel.ts'

/** Channels on the air with the most viewers, for the home page. */
export const indexActiveLives = defineCall({
  name: 'indexActiveLives',
  summary: 'The channels that most people watch',
  method: 'POST',
  path: '/pub/index/activeLives',
  caller: 'visitor',
  perViewer: followPerViewer,
  send: z.object({ count: z._default(bodySize, liveListCount) }),
  reply: z.object({ list: z.array(Channel) }),
  refusals: [],
})
