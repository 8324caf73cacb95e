import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { wordSegment } from '../../core/fields.ts'

export const AdPlatform = z.enum(['pc', 'h5'])
export type AdPlatform = z.output<typeof AdPlatform>

/** An advertisement. Field names are the specification's. */
export const AnchorItem = z.object({
  id: z.int(),
  /** Slot of the advertisement. */
  anchor: z.string(),
  /** 1 is a picture with a link, closable by visitors; all others are raw HTML, shown in a sandboxed frame. */
  type: z.int(),
  /** Link of the picture. */
  uri: z.string(),
  /** Picture: a path of the own origin, or a data URL (RFC 2397). */
  img: z.string(),
  html: z.string(),
})
export type AnchorItem = z.output<typeof AnchorItem>

/** Advertisements for a kind of screen, in one slot or all. */
export const indexAnchorCheck = defineCall({
  name: 'indexAnchorCheck',
  summary: 'Advertisements by place',
  method: 'GET',
  path: '/v1/pub/index/anchor/check/:platform/:slot',
  caller: 'visitor',
  send: z.object({ platform: AdPlatform, slot: wordSegment }),
  reply: z.object({ list: z.array(AnchorItem) }),
  refusals: [],
})
