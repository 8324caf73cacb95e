import * as z from 'zod/mini'
import { bodyId, unixSeconds } from '../../core/fields.ts'

/** How far somebody watched, as browsers send it (specification, section 3: sync record). */
export const SyncRecord = z.object({
  /** `tv` for titles of categories 1 and 6, `vod` for the rest, `live` for channels. */
  type: z.enum(['vod', 'tv', 'live']),
  id: bodyId,
  /** 1-based level of the episode. */
  episode: z.int().check(z.minimum(1), z.maximum(100_000)),
  /** Seconds of the whole, 0 where it is not known. */
  duration: z.number().check(z.minimum(0), z.maximum(1_000_000)),
  /** 0 to 100 with two decimals. */
  percent: z.number().check(z.minimum(0), z.maximum(100)),
  /** Seconds from the start. Absent: worked out from the percent. */
  currentTime: z.optional(z.number().check(z.minimum(0), z.maximum(1_000_000))),
  title: z.string().check(z.maxLength(400)),
  /** When it was watched, Unix seconds of the browser's clock. */
  saveTime: unixSeconds,
})
export type SyncRecord = z.output<typeof SyncRecord>

/** A line of the history: the newest record of a title, with what it takes to show it. */
export const HistoryItem = z.object({
  type: z.enum(['vod', 'tv', 'live']),
  id: z.int(),
  pidId: z.int(),
  name: z.string(),
  /** The poster, and the still of the episode or the wide picture of the title. */
  img: z.string(),
  still: z.string(),
  thumb: z.string(),
  remarks: z.string(),
  level: z.int(),
  /** The name of the episode; empty for a title of one. */
  episode: z.string(),
  /** Whether the title is made of episodes that are numbered: a film with its trailers is not. */
  isSerial: z.boolean(),
  /** Seconds. */
  currentTime: z.number(),
  duration: z.number(),
  percent: z.number(),
  /** When it was watched, Unix seconds. */
  time: unixSeconds,
  /** Whether there is an episode after the one watched that came out since. */
  fresh: z.boolean(),
  /** Whether the title can still be opened. */
  gone: z.boolean(),
})
export type HistoryItem = z.output<typeof HistoryItem>

/** A thing of the library by kind and id. */
export const LibraryKey = z.object({ type: z.enum(['vod', 'tv', 'live']), id: bodyId })
