import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** All categories, hidden ones too. */
export const consoleCategoryList = defineCall({
  name: 'consoleCategoryList',
  summary: 'Categories for operators',
  method: 'POST',
  path: '/console/category/list',
  caller: 'operator',
  send: z.object({}),
  reply: z.object({
    list: z.array(
      z.object({
        id: z.int(),
        /** The top category; 0 for one. */
        pid: z.int(),
        name: z.string(),
        typeEn: z.string(),
        position: z.int(),
        hidden: z.boolean(),
        areas: z.array(z.string()),
        genres: z.array(z.string()),
        langs: z.array(z.string()),
        titles: z.int(),
      }),
    ),
  }),
  refusals: [],
})
