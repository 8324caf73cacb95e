import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** An entry of the navigation. */
export const NavItem = z.object({
  id: z.int(),
  name: z.string(),
  typeId: z.int(),
  typeName: z.string(),
  typePid: z.int(),
  typeEn: z.string(),
  children: z.array(z.object({ id: z.int(), name: z.string() })),
})
export type NavItem = z.output<typeof NavItem>

/** A fixed entry with its submenu. */
const FixedEntry = z.object({
  mid: z.string(),
  name: z.string(),
  children: z.array(z.object({ mid: z.string(), name: z.string() })),
})

/** The navigation: fixed entries, overseas tags, and categories without the hidden one. */
export const indexNavs = defineCall({
  name: 'indexNavs',
  summary: 'The navigation',
  method: 'GET',
  path: '/v1/pub/index/navs',
  caller: 'visitor',
  send: z.object({}),
  reply: z.object({
    indexNavs: z.array(FixedEntry),
    overseasTags: z.array(z.object({ id: z.int(), name: z.string(), type: z.string() })),
    vodTypes: z.array(NavItem),
  }),
  refusals: [],
})
