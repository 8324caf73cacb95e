import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { TitleCard } from './title.ts'

/** Titles by their ids, in the order of the ids, for lists that a browser stores. Those that are not visible are left out. */
export const indexTitles = defineCall({
  name: 'indexTitles',
  summary: 'Titles by their ids',
  method: 'POST',
  path: '/pub/index/titles',
  caller: 'visitor',
  send: z.object({ ids: z.array(bodyId).check(z.minLength(1), z.maxLength(100)) }),
  reply: z.object({ list: z.array(TitleCard) }),
  refusals: [],
})
