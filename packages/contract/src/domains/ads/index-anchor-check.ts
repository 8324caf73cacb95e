import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { wordSegment } from '../../core/fields.ts'

/** The name of the place that every home page has. */
export const homeAnchor = 'ALL1'
/** Says instead of a place's name that all of them are wanted. */
export const anySlot = 'a'
/** The type of an advertisement that is a picture with a link. All others are raw HTML. */
export const imageAdType = 1

export const AdPlatform = z.enum(['pc', 'h5'])
export type AdPlatform = z.output<typeof AdPlatform>

/** An advertisement. Names are the specification's. */
export const AnchorItem = z.object({
  id: z.int(),
  /** The place it stands in. */
  anchor: z.string(),
  /** 1 is a picture with a link, which a visitor may close; all others are raw HTML, shown in a frame without rights. */
  type: z.int(),
  /** Where the picture leads. */
  uri: z.string(),
  /** The picture: an address of our own origin, or its bytes as a data address (RFC 2397). */
  img: z.string(),
  html: z.string(),
})
export type AnchorItem = z.output<typeof AnchorItem>

/** The advertisements of one kind of screen, in one place or in all. */
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
