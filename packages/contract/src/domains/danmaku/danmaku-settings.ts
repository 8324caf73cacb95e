import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

const percent = (from: number, to: number) => z.int().check(z.minimum(from), z.maximum(to))
const listOf = ({ most, longest }: { most: number; longest: number }) =>
  z.array(z.string().check(z.minLength(1), z.maxLength(longest))).check(z.maxLength(most))

/** How many entries each list of what is hidden holds, and how many characters an entry. */
export const danmakuListBounds = {
  words: { most: 200, longest: 50 },
  patterns: { most: 20, longest: 100 },
  users: { most: 500, longest: 32 },
} as const

/** How a viewer wants danmaku to be, within the bounds that viewers know from elsewhere. */
export const DanmakuSettings = z.object({
  on: z.boolean(),
  opacity: percent(10, 100),
  /** How much of the picture's height they may take. */
  area: z.union([z.literal(25), z.literal(50), z.literal(75), z.literal(100)]),
  size: percent(50, 170),
  /** From very slow to very fast; 3 crosses a picture in ten seconds. */
  speed: percent(1, 5),
  /** How many stand on the picture at once: as many as there is room for, a moderate number, few. */
  density: z.enum(['all', 'some', 'few']),
  /** Which are shown; `color` is what is not white. */
  scroll: z.boolean(),
  top: z.boolean(),
  bottom: z.boolean(),
  color: z.boolean(),
  /** Shows the same text said by many as one, with how many said it. */
  merge: z.boolean(),
  clearOfSubtitles: z.boolean(),
  /** What weighs less is not shown: 0 to 10. */
  level: percent(0, 10),
  /** Hides what holds one of these words. */
  words: listOf(danmakuListBounds.words),
  /** Hides what one of these regular expressions finds. */
  patterns: listOf(danmakuListBounds.patterns),
  /** Hides what these people say: `Danmaku.user`. */
  users: listOf(danmakuListBounds.users),
})
export type DanmakuSettings = z.output<typeof DanmakuSettings>

/** What holds until a viewer chooses otherwise. */
export const plainDanmakuSettings: DanmakuSettings = {
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

/** The settings that a person keeps with the account; null where none were ever kept. */
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
