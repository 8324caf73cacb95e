import * as z from 'zod/mini'
import { bodyId, unixSeconds } from '../../core/fields.ts'

/** `tv` for titles of categories 1 and 6, `vod` for the rest, `live` for channels, `match` for matches. */
export const WatchType = z.enum(['vod', 'tv', 'live', 'match'])
export type WatchType = z.output<typeof WatchType>

/** Watch progress, as sent by browsers (specification, section 3: sync record). */
export const SyncRecord = z.object({
  type: WatchType,
  id: bodyId,
  /** 1-based level of the episode; of a match its stream. */
  episode: z.int().check(z.minimum(1), z.maximum(100_000)),
  /** Duration in seconds, 0 if unknown. */
  duration: z.number().check(z.minimum(0), z.maximum(1_000_000)),
  /** 0 to 100 with two decimals. */
  percent: z.number().check(z.minimum(0), z.maximum(100)),
  /** Position in seconds. Absent: computed from the percentage. */
  currentTime: z.optional(z.number().check(z.minimum(0), z.maximum(1_000_000))),
  title: z.string().check(z.maxLength(400)),
  /** Unix seconds by the browser's clock. */
  saveTime: unixSeconds,
})
export type SyncRecord = z.output<typeof SyncRecord>

/** An item of the history: the newest record of a title, channel or match with its display data. */
export const HistoryItem = z.object({
  type: WatchType,
  id: z.int(),
  pidId: z.int(),
  name: z.string(),
  /** Poster of the title, and still of the episode or wide picture of the title. */
  img: z.string(),
  still: z.string(),
  thumb: z.string(),
  remarks: z.string(),
  level: z.int(),
  /** Name of the episode; empty for single-episode titles. */
  episode: z.string(),
  /** Whether the title has numbered episodes; a film with trailers does not. */
  isSerial: z.boolean(),
  /** Seconds. */
  currentTime: z.number(),
  duration: z.number(),
  percent: z.number(),
  /** When it was watched, Unix seconds. */
  time: unixSeconds,
  /** Whether a later episode has been released since. */
  fresh: z.boolean(),
  /** Whether it no longer exists. */
  gone: z.boolean(),
})
export type HistoryItem = z.output<typeof HistoryItem>

/** An item of the library by kind and id. */
export const LibraryKey = z.object({ type: WatchType, id: bodyId })
