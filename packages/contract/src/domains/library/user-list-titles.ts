import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyPage, bodySize, pageOf } from '../../core/fields.ts'
import { TitleCard } from '../catalog/title.ts'
import { listOrLater } from './title-list.ts'

/** Titles of a list, newest first. */
export const userListTitles = defineCall({
  name: 'userListTitles',
  summary: 'The titles of an own list by pages',
  method: 'POST',
  path: '/pub/user/list/titles',
  caller: 'user',
  send: z.object({ list: listOrLater, page: z._default(bodyPage, 1), size: z._default(bodySize, 30) }),
  reply: pageOf(TitleCard),
  refusals: ['NoSuchList'],
})
