import * as z from 'zod/mini'
import { maxId } from '../../core/constants.ts'
import { defineCall } from '../../core/define-call.ts'
import { bodyPage, bodySize } from '../../core/fields.ts'
import { Channel, followPerViewer } from '../live/channel.ts'

/**
 * Other channels on the air: `like`: of the group of channel `id` first; `hot`: most viewers first. Without the channel
 * itself.
 */
export const tvRecommend = defineCall({
  name: 'tvRecommend',
  summary: 'What else is on',
  method: 'POST',
  path: '/pub/tv/recommend',
  caller: 'visitor',
  perViewer: followPerViewer,
  send: z.object({
    /** 0 is none. */
    id: z._default(z.int().check(z.minimum(0), z.maximum(maxId)), 0),
    by: z._default(z.enum(['like', 'hot']), 'like'),
    page: z._default(bodyPage, 1),
    count: z._default(bodySize, 4),
  }),
  reply: z.object({ list: z.array(Channel) }),
  refusals: [],
})
