import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { maxId } from '../../core/constants.ts'
import { TitleList } from './title-list.ts'

/** Own lists of titles: 稍后看 first, then the others in their order. */
export const userLists = defineCall({
  name: 'userLists',
  summary: 'The own lists',
  method: 'POST',
  path: '/pub/user/lists',
  caller: 'user',
  send: z.object({
    /** Title that each list is asked for; 0 for none. */
    title: z._default(z.int().check(z.minimum(0), z.maximum(maxId)), 0),
  }),
  reply: z.object({ list: z.array(TitleList) }),
  refusals: [],
})
