import * as z from 'zod/mini'
import { liveListCount } from '../../core/constants.ts'
import { defineCall } from '../../core/define-call.ts'
import { bodySize } from '../../core/fields.ts'
import { Match } from '../matches/match.ts'
import { Channel } from './channel.ts'
import { livePerViewer } from './live-item.ts'

/** Channels on the air, and running matches, with the most viewers, for the home page. */
export const indexActiveLives = defineCall({
  name: 'indexActiveLives',
  summary: 'The channels that most people watch',
  method: 'POST',
  path: '/pub/index/activeLives',
  caller: 'visitor',
  perViewer: livePerViewer,
  send: z.object({ count: z._default(bodySize, liveListCount) }),
  reply: z.object({ list: z.array(Channel), matches: z.array(Match) }),
  refusals: [],
})
