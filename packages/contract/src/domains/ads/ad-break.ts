import * as z from 'zod/mini'
import { maxId } from '../../core/constants.ts'
import { defineCall } from '../../core/define-call.ts'
import { AdPlatform } from './index-anchor-check.ts'

/** An advertisement before a film. */
export const FilmAd = z.object({
  id: z.int(),
  /** Sent back with `commonHits` when it has been shown or clicked. */
  token: z.string(),
  /** Address of the video. */
  url: z.string(),
  /** Its length; it is taken away after this time. */
  seconds: z.int(),
  /** When it can be skipped; null if it cannot. */
  skipAfterSec: z.nullable(z.int()),
  /** Where a click leads; empty for nowhere. */
  uri: z.string(),
  /** How often a visitor sees it a day; 0 for no limit. */
  dailyCap: z.int(),
})
export type FilmAd = z.output<typeof FilmAd>

/** Chooses the advertisement before a film. None for VIPs. */
export const adBreak = defineCall({
  name: 'adBreak',
  summary: 'The advertisement before a film',
  method: 'POST',
  path: '/pub/ad/break',
  caller: 'visitor',
  perViewer: true,
  send: z.object({
    platform: AdPlatform,
    /** Top-level category of the title; 0 for none. */
    category: z.int().check(z.minimum(0), z.maximum(maxId)),
    /** Advertisements that this browser has shown as often as permitted today. */
    capped: z._default(z.array(z.int().check(z.minimum(1), z.maximum(maxId))).check(z.maxLength(50)), []),
  }),
  reply: z.object({ ad: z.nullable(FilmAd) }),
  refusals: [],
})
