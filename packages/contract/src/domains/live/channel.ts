import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'

/** The `types` of every channel that is at home; those of overseas channels are the types of `overseasTags`. */
export const domesticTypes = 'tv'

/** What is on a channel at some time. Times are Unix seconds. */
export const OnAir = z.object({
  /** Of the programme. */
  id: z.int(),
  name: z.string(),
  start: unixSeconds,
  end: unixSeconds,
  /** A wide picture of it, relative to `image_base`; empty where there is none. */
  img: z.string(),
})
export type OnAir = z.output<typeof OnAir>

/** A television channel as lists show it. The picture's address is relative to `image_base`. */
export const Channel = z.object({
  id: z.int(),
  /** The number on its key. */
  number: z.int(),
  /** The kind and the group that stand in its address: `tv`, or the type of an overseas tag. */
  types: z.string(),
  group: z.string(),
  /** Overseas channels have an address of their own form. */
  overseas: z.boolean(),
  name: z.string(),
  img: z.string(),
  /** Null where the guide says nothing. */
  now: z.nullable(OnAir),
  next: z.nullable(OnAir),
  /** Its lines, by the number that stands in its address, from 1. */
  streams: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Whether who asks follows it. Always false in replies that are the same for everybody. */
  follow: z.boolean(),
  /** How many are watching. */
  online: z.int(),
})
export type Channel = z.output<typeof Channel>

/** How a line fares: `down` cannot be chosen, `weak` is chosen when there is no better. */
export const LineState = z.enum(['good', 'weak', 'down'])
export type LineState = z.output<typeof LineState>

/** One of several ways to the same channel. */
export const Line = z.object({
  /** Its number inside the channel, from 1. */
  id: z.int(),
  name: z.string(),
  /** `1080P`; empty where it is not known. */
  quality: z.string(),
  /** Whether it needs less than the others. */
  saving: z.boolean(),
  state: LineState,
})
export type Line = z.output<typeof Line>

/** A channel as its own page shows it. */
export const ChannelDetail = z.object({
  ...Channel.shape,
  lines: z.array(Line),
  /** The line that plays: the one asked for, or the best where it is not there. */
  stream: z.int(),
  /** Whether anything is on the air. */
  onAir: z.boolean(),
  /** When something is on again; null where that is not known, or something is on. */
  resumesAt: z.nullable(unixSeconds),
  /** Seconds that one can go back from the live edge. */
  dvrSec: z.int(),
  /** Days whose programmes can be watched afterwards; 0 is none. */
  replayDays: z.int(),
})
export type ChannelDetail = z.output<typeof ChannelDetail>

/** A channel in a ranking, with how long people watched it in the ranking's span, in seconds. */
export const RankedChannel = z.object({ ...Channel.shape, watchedSec: z.int() })
export type RankedChannel = z.output<typeof RankedChannel>

/** Channels by what their lists may be narrowed to. */
export const ChannelGroup = z.object({
  id: z.int(),
  name: z.string(),
  overseas: z.boolean(),
  /** How many channels it has. */
  channels: z.int(),
})
export type ChannelGroup = z.output<typeof ChannelGroup>

export const ChannelType = z.object({
  /** What stands in addresses. */
  type: z.string(),
  name: z.string(),
  overseas: z.boolean(),
  channels: z.int(),
})
export type ChannelType = z.output<typeof ChannelType>
