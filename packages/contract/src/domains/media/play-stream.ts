import * as z from 'zod/mini'

/** How the streams that an account plays at once are counted. */
export const streamBounds = {
  /** How often a player reports that it plays. */
  staySec: 25,
  /** After so long without a report a stream is over: a browser that crashed frees its place. */
  lifetimeSec: 75,
} as const

/** A player of a page, drawn at random by it: two tabs of a browser are two. */
export const StreamKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,40}$/))
