import * as z from 'zod/mini'
import { bodyId } from '../../core/fields.ts'
import { CommentKind } from '../../core/subject-kinds.ts'

/** Motion: from right to left, fixed at the top, fixed at the bottom, from left to right. */
export const DanmakuMode = z.enum(['scroll', 'top', 'bottom', 'reverse'])
export type DanmakuMode = z.output<typeof DanmakuMode>

/** Small, normal, large: pixels on a picture with 1080 lines at 100 %. */
export const DanmakuSize = z.union([z.literal(18), z.literal(25), z.literal(36)])
export type DanmakuSize = z.output<typeof DanmakuSize>

/** Bounds of danmaku and their delivery. */
export const danmakuBounds = {
  /** Characters of a text. */
  text: { min: 1, max: 100 },
  /** Minimum seconds between two danmaku of a user. */
  pauseSec: 5,
  /** Maximum per user and day (China's time zone). */
  daily: { user: 300, vip: 1000 },
  /**
   * Colours for all users; VIPs may use any. 24-bit RGB: the default, pale ones that are readable over any picture, and
   * the saturated ones that other players offer.
   */
  colors: [
    0xffffff, 0xffd27a, 0x8fd3ff, 0xff9a8d, 0x9be3b4, 0xd9c2ff, 0xffb3d1, 0xfe0302, 0xff7204, 0xffd302, 0x00cd00,
    0x4290ff, 0xcc0273,
  ],
  /** Duration of a pack in seconds. */
  packSec: 360,
  /** Maximum per pack; in crowded moments those with the greatest weight. */
  maxPerPack: 6000,
} as const

/** Whether a style requires a VIP: everything except scrolling from the right in normal size and a standard colour. */
export function isVipDanmaku({ mode, color, size }: { mode: DanmakuMode; color: number; size: DanmakuSize }): boolean {
  return mode !== 'scroll' || size !== 25 || !danmakuBounds.colors.some((free) => free === color)
}

/** Pool of danmaku: an episode of a title (any source), a channel, or a match. */
export const danmakuPoolFields = {
  kind: CommentKind,
  id: bodyId,
  /** The episode; 0 for channels and matches. */
  level: z.int().check(z.minimum(0), z.maximum(100_000)),
}

/** A comment that moves over the picture. */
export const Danmaku = z.object({
  id: z.string(),
  /**
   * Seconds in the episode, to the millisecond; for channels and matches the wall clock of the picture, Unix seconds.
   */
  time: z.number(),
  mode: DanmakuMode,
  /** 24-bit RGB. */
  color: z.int(),
  size: DanmakuSize,
  text: z.string(),
  /** Anonymous key of the sender, equal for all danmaku of one user. Empty for imported ones without sender. */
  user: z.string(),
  /** 0 to 10: priority if not all can be shown. */
  weight: z.int(),
  vip: z.boolean(),
  /** Number of likes. */
  up: z.int(),
  /** Whether the caller sent it; always false in room frames. */
  mine: z.boolean(),
})
export type Danmaku = z.output<typeof Danmaku>
