import * as z from 'zod/mini'
import { maxId } from '../../core/constants.ts'
import { defineCall } from '../../core/define-call.ts'
import { unixSeconds } from '../../core/fields.ts'
import { playFields } from './play-token.ts'

/**
 * The address of an episode as one file, for the VIP who asks: it can be resumed until `expires`, and is refused as soon as
 * the membership ends. An episode counts once a day, however often it is asked for.
 */
export const downloadToken = defineCall({
  name: 'downloadToken',
  summary: 'The address of an episode as one file',
  method: 'POST',
  path: '/pub/user/download/token',
  caller: 'vip',
  send: z.object({
    id: playFields.id,
    /** Source; 0 lets the server choose. */
    ids: playFields.ids,
    level: playFields.level,
    /** Lines of the picture: the best rendition of at most so many, or the lowest; 0 is the best. */
    height: z._default(z.int().check(z.minimum(0), z.maximum(maxId)), 0),
  }),
  reply: z.object({
    url: z.string(),
    /** Under which it is saved. */
    name: z.string(),
    bytes: z.int(),
    expires: unixSeconds,
    /** The renditions that can be chosen, best first. */
    qualities: z.array(z.object({ name: z.string(), height: z.int() })),
    /** Subtitles as files of their own (SubRip), named like the film. */
    subtitles: z.array(z.object({ url: z.string(), name: z.string() })),
    /** How many further episodes may be downloaded today. */
    left: z.int(),
  }),
  refusals: [
    'NoSuchTitle',
    'NoSuchEpisode',
    'EpisodeNotReady',
    'EpisodeBroken',
    'PlayPasswordNeeded',
    'NoDownload',
    'DownloadsUsedUp',
  ],
})
