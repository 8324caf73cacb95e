import * as z from 'zod/mini'
import { bodyId } from '../../core/fields.ts'
import { CommentKind } from '../comments/comment.ts'

/** How a danmaku stands on the picture: from right to left, at the top, at the foot, from left to right. */
export const DanmakuMode = z.enum(['scroll', 'top', 'bottom', 'reverse'])
export type DanmakuMode = z.output<typeof DanmakuMode>

/** Small, normal, large: pixels on a picture of 1080 lines at 100 %. */
export const DanmakuSize = z.union([z.literal(18), z.literal(25), z.literal(36)])
export type DanmakuSize = z.output<typeof DanmakuSize>

/** Bounds of what may be sent, and of how it is kept. */
export const danmakuBounds = {
  /** Characters of a text. */
  text: { least: 1, most: 100 },
  /** Seconds between two of one person. */
  pauseSec: 5,
  /** How many one person may send in a day of China. */
  daily: { user: 300, vip: 1000 },
  /** Colours that everybody may use; a VIP may use any. RGB in 24 bits, the plain one first. */
  colors: [0xffffff, 0xfe0302, 0xff7204, 0xffd302, 0x00cd00, 0x4290ff, 0xcc0273],
  /** Seconds of a pack: what is read at once. */
  packSec: 360,
  /** No pack brings more than this; of crowded moments those of the greatest weight. */
  mostInPack: 6000,
} as const

/** Whether only a VIP may send it so: all but what flies from the right in the normal size and a colour of everybody. */
export function isVipDanmaku({ mode, color, size }: { mode: DanmakuMode; color: number; size: DanmakuSize }): boolean {
  return mode !== 'scroll' || size !== 25 || !danmakuBounds.colors.some((free) => free === color)
}

/** Where danmaku belong: an episode of a title (whatever the line), a channel, a match. */
export const danmakuPlace = {
  kind: CommentKind,
  id: bodyId,
  /** The episode; 0 for channels and matches. */
  level: z.int().check(z.minimum(0), z.maximum(100_000)),
}

/** A comment that flies over the picture. */
export const Danmaku = z.object({
  id: z.string(),
  /** Seconds in the episode, to the millisecond; of channels and matches the time of day of the picture, Unix seconds. */
  time: z.number(),
  mode: DanmakuMode,
  /** RGB in 24 bits. */
  color: z.int(),
  size: DanmakuSize,
  text: z.string(),
  /** Whose it is: the same for all of one person, and no name. Empty for what was imported without a name. */
  user: z.string(),
  /** 0 to 10: what is shown first where there is too much. */
  weight: z.int(),
  vip: z.boolean(),
  /** How many liked it. */
  up: z.int(),
  /** Whether who asks sent it; always false in what is pushed to a room. */
  mine: z.boolean(),
})
export type Danmaku = z.output<typeof Danmaku>
