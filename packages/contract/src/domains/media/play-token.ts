import * as z from 'zod/mini'
import { maxId } from '../../core/constants.ts'
import { defineCall } from '../../core/define-call.ts'
import { bodyId, unixSeconds } from '../../core/fields.ts'
import { StreamKey } from './play-stream.ts'

/** A rendition that the user may choose. */
export const Quality = z.object({ name: z.string(), height: z.int(), vip: z.boolean() })
export type Quality = z.output<typeof Quality>

/** An address of an episode whose film lies elsewhere: a playlist, a file, or a page that is shown in a frame. */
export const RemoteSource = z.object({ id: z.int(), kind: z.enum(['hls', 'mp4', 'page']), url: z.string() })
export type RemoteSource = z.output<typeof RemoteSource>

/** What to play. */
export const playFields = {
  type: z.enum(['vod', 'tv', 'live', 'match', 'replay', 'record', 'highlights']),
  /** Id of the title, channel, match, programme (`replay`), or recording of a match (`record`, `highlights`). */
  id: bodyId,
  /** Source, line of a channel, or stream of a match; 0 lets the server choose. */
  ids: z._default(z.int().check(z.minimum(0), z.maximum(maxId)), 0),
  level: z._default(z.int().check(z.minimum(1), z.maximum(maxId)), 1),
}

/** Why something cannot be played by anybody. */
export const playRefusals = [
  'NoSuchTitle',
  'NoSuchEpisode',
  'EpisodeNotReady',
  'EpisodeBroken',
  'NothingToPlay',
  'NoSuchChannel',
  'NoSuchLine',
  'NothingOnAir',
  'NoSuchProgramme',
  'NoReplay',
  'NoSuchMatch',
  'NoSuchStream',
  'MatchNotOpen',
  'MatchOver',
] as const
export type PlayRefusal = (typeof playRefusals)[number]

/**
 * Permission to play. `url` is a master playlist with the renditions that the user may watch; all URLs below it are
 * signed and expire. What is locked is refused until `playPassword` has opened it for this browser, and its URLs work in
 * this browser only. Sent plain.
 */
export const playToken = defineCall({
  name: 'playToken',
  summary: 'Permission to play, and the address of the master playlist',
  method: 'POST',
  path: '/pub/user/play/token',
  caller: 'visitor',
  perViewer: true,
  plain: true,
  send: z.object({
    ...playFields,
    /** Whose streams at once are counted: without it one for each session of a user. Visitors are not counted. */
    stream: z.optional(StreamKey),
  }),
  reply: z.object({
    token: z.string(),
    expires: unixSeconds,
    url: z.string(),
    qualities: z.array(Quality),
    /** WebVTT with `#xywh` tiles for the seek bar's preview, or null. */
    storyboard: z.nullable(z.string()),
    /**
     * For channels only: below `token`, `from-{sec}.m3u8` starts at a moment (Unix seconds) at most `dvrSec` ago and
     * continues live, and `p-{startSec}-{endSec}.m3u8` is one programme.
     */
    live: z.nullable(z.object({ line: z.int(), dvrSec: z.int() })),
    /** For a VIP episode and a viewer without VIP: the playlist ends after so many seconds of those of the whole. */
    preview: z.nullable(z.object({ endSec: z.number(), durationSec: z.number() })),
    /**
     * Only for an episode whose film lies elsewhere: all its addresses, the best first, of which `url` is one. Where one fails,
     * players go on to the next.
     */
    remote: z.optional(z.array(RemoteSource)),
  }),
  refusals: [...playRefusals, 'VipNeeded', 'PlayPasswordNeeded', 'TooManyStreams'],
})
