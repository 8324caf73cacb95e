import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { Channel, followPerViewer } from './channel.ts'

/** At most six channels for the hero of live pages: most viewers first, with a picture of the programme. */
export const liveBanners = defineCall({
  name: 'liveBanners',
  summary: 'The channels at the head of the live pages',
  method: 'GET',
  path: '/v1/pub/live/banners',
  caller: 'visitor',
  perViewer: followPerViewer,
  send: z.object({}),
  reply: z.object({ list: z.array(Channel) }),
  refusals: [],
})
