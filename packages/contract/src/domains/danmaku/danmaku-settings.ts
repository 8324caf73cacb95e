import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

const percent = (from: number, to: number) => z.int().check(z.minimum(from), z.maximum(to))
const listOf = ({ maxEntries, maxLength }: { maxEntries: number; maxLength: number }) =>
  z.array(z.string().check(z.minLength(1), z.maxLength(maxLength))).check(z.maxLength(maxEntries))

/** Limits of the block lists: number of entries, and characters per entry. */
export const danmakuListBounds = {
  words: { maxEntries: 200, maxLength: 50 },
  patterns: { maxEntries: 20, maxLength: 100 },
  users: { maxEntries: 500, maxLength: 32 },
} as const

/** A viewer's danmaku settings. */
export const DanmakuSettings = z.object({
  on: z.boolean(),
  opacity: percent(10, 100),
  /** Maximum share of the picture's height, percent. */
  area: z.union([z.literal(25), z.literal(50), z.literal(75), z.literal(100)]),
  size: percent(50, 170),
  /** 1 (slow) to 5 (fast); 3 crosses a picture in ten seconds. */
  speed: percent(1, 5),
  /** Maximum number on the picture: unlimited, moderate, few. */
  density: z.enum(['all', 'some', 'few']),
  /** Shown kinds; `color` means other than white. */
  scroll: z.boolean(),
  top: z.boolean(),
  bottom: z.boolean(),
  color: z.boolean(),
  /** Merges equal texts into one with a count. */
  merge: z.boolean(),
  clearOfSubtitles: z.boolean(),
  /** Minimum weight to be shown, 0 to 10. */
  level: percent(0, 10),
  /** Hides texts that contain one of these words. */
  words: listOf(danmakuListBounds.words),
  /** Hides texts that match one of these regular expressions. */
  patterns: listOf(danmakuListBounds.patterns),
  /** Hides these senders (`Danmaku.user`). */
  users: listOf(danmakuListBounds.users),
})
export type DanmakuSettings = z.output<typeof DanmakuSettings>

/** Defaults. */
export const defaultDanmakuSettings: DanmakuSettings = {
  on: true,
  opacity: 92,
  area: 25,
  size: 100,
  speed: 3,
  density: 'all',
  scroll: true,
  top: true,
  bottom: true,
  color: true,
  merge: true,
  clearOfSubtitles: true,
  level: 0,
  words: [],
  patterns: [],
  users: [],
}

/** Settings stored with the account; null if there are none. */
export const danmakuSettings = defineCall({
  name: 'danmakuSettings',
  summary: 'My settings of danmaku',
  method: 'POST',
  path: '/danmaku/settings',
  caller: 'user',
  send: z.object({}),
  reply: z.object({ settings: z.nullable(DanmakuSettings) }),
  refusals: [],
})
