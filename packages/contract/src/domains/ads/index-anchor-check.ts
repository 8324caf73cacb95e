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
  /** Of a line of text: the text. */
  words: z.string(),
  /** Its share among the advertisements of its slot; see `chooseAd`. */
  weight: z.int(),
  /** Top-level categories on whose pages it is shown; empty for everywhere. */
  categories: z.array(z.int()),
  /** How often a visitor sees it a day; 0 for no limit. */
  dailyCap: z.int(),
  /** Sent back with `commonHits` when it has been shown or clicked. */
  token: z.string(),
})
export type AnchorItem = z.output<typeof AnchorItem>

/**
 * Advertisements for a kind of screen, in one slot or all. One of each slot is chosen by `chooseAd`. Those before films are
 * chosen by `adBreak`. VIPs get none.
 */
export const indexAnchorCheck = defineCall({
  name: 'indexAnchorCheck',
  summary: 'Advertisements by place',
  method: 'GET',
  path: '/v1/pub/index/anchor/check/:platform/:slot',
  caller: 'visitor',
  perViewer: { adFree: false },
  send: z.object({ platform: AdPlatform, slot: wordSegment }),
  reply: z.object({ list: z.array(AnchorItem), adFree: z.boolean() }),
  refusals: [],
})
