import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { Match } from '../matches/match.ts'
import { Channel } from './channel.ts'
import { livePerViewer } from './live-item.ts'

/**
 * At most six channels for the hero of live pages: most viewers first, with a picture of the programme. At most six
 * matches: running ones by viewers, then the next ones.
 */
export const liveBanners = defineCall({
  name: 'liveBanners',
  summary: 'The channels at the head of the live pages',
  method: 'GET',
  path: '/v1/pub/live/banners',
  caller: 'visitor',
  perViewer: livePerViewer,
  send: z.object({}),
  reply: z.object({ list: z.array(Channel), matches: z.array(Match) }),
  refusals: [],
})
