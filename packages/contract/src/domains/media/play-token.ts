import * as z from 'zod/mini'
import { maxId } from '../../core/constants.ts'
import { defineCall } from '../../core/define-call.ts'
import { bodyId, unixSeconds } from '../../core/fields.ts'

/** A rendition that this person may choose. */
export const Quality = z.object({ name: z.string(), height: z.int(), vip: z.boolean() })
export type Quality = z.output<typeof Quality>

/**
 * Permission to play one thing. `url` is a master playlist that holds only what this person may see; every address
 * below it is signed with an expiry. Travels plain.
 */
export const playToken = defineCall({
  name: 'playToken',
  summary: 'Permission to play, and the address of the master playlist',
  method: 'POST',
  path: '/pub/user/play/token',
  caller: 'visitor',
  plain: true,
  send: z.object({
    type: z.enum(['vod', 'tv', 'live', 'match', 'replay']),
    /** Of the title, the channel, the match, or (`replay`) the programme. */
    id: bodyId,
    /** The source, or the line of a channel; 0 leaves the choice to the server. */
    ids: z._default(z.int().check(z.minimum(0), z.maximum(maxId)), 0),
    level: z._default(z.int().check(z.minimum(1), z.maximum(maxId)), 1),
  }),
  reply: z.object({
    token: z.string(),
    expires: unixSeconds,
    url: z.string(),
    qualities: z.array(Quality),
    /** WebVTT with `#xywh` tiles for the preview on the seek bar, or null. */
    storyboard: z.nullable(z.string()),
    /** Advertisements before the start: none for VIPs. */
    ads: z.array(z.object({ uri: z.string(), seconds: z.int() })),
    /**
     * Of a channel, null for anything else: below `token`, `from-{sec}.m3u8` begins at a moment (Unix seconds) at most
     * `dvrSec` back and goes on, and `p-{startSec}-{endSec}.m3u8` is one programme.
     */
    live: z.nullable(z.object({ line: z.int(), dvrSec: z.int() })),
  }),
  refusals: [
    'NoSuchTitle',
    'NoSuchEpisode',
    'EpisodeNotReady',
    'EpisodeBroken',
    'VipNeeded',
    'NothingToPlay',
    'NoSuchChannel',
    'NoSuchLine',
    'NothingOnAir',
    'NoSuchProgramme',
    'NoReplay',
  ],
})
