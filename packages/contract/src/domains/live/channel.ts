import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'

/** `types` of all domestic channels; overseas channels have the types of `overseasTags`. */
export const domesticTypes = 'tv'

/** A programme on the air. Times are Unix seconds. */
export const OnAir = z.object({
  /** Id of the programme. */
  id: z.int(),
  name: z.string(),
  start: unixSeconds,
  end: unixSeconds,
  /** Wide picture, relative to `image_base`; empty if there is none. */
  img: z.string(),
})
export type OnAir = z.output<typeof OnAir>

/** A television channel in lists. Picture addresses are relative to `image_base`. */
export const Channel = z.object({
  id: z.int(),
  /** Channel number. */
  number: z.int(),
  /** Type and group in its address: `tv`, or the type of an overseas tag. */
  types: z.string(),
  group: z.string(),
  /** Overseas channels have another form of address. */
  overseas: z.boolean(),
  name: z.string(),
  img: z.string(),
  /** Plays with a password only. */
  locked: z.boolean(),
  /** Null if the guide has no programme. */
  now: z.nullable(OnAir),
  next: z.nullable(OnAir),
  /** Its lines by number, from 1. */
  streams: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Whether the caller follows it. Always false in replies shared by all callers. */
  follow: z.boolean(),
  /** Number of viewers, with `crowd`. */
  online: z.int(),
  /** How many of them are invented viewers of the demonstration programme; 0 without it. */
  crowd: z.int(),
})
export type Channel = z.output<typeof Channel>

/** `perViewer` of calls whose replies contain channels. */
export const followPerViewer = { follow: false } as const

/** State of a line: `down` cannot be selected, `weak` is selected only if there is no better one. */
export const LineState = z.enum(['good', 'weak', 'down'])
export type LineState = z.output<typeof LineState>

/** One of several ways to receive a channel. */
export const Line = z.object({
  /** Number within the channel, from 1. */
  id: z.int(),
  name: z.string(),
  /** `1080P`; empty if unknown. */
  quality: z.string(),
  /** Whether it needs less bandwidth than the others. */
  saving: z.boolean(),
  /** Plays with a password of its own only. */
  locked: z.boolean(),
  state: LineState,
})
export type Line = z.output<typeof Line>

/** A channel on its own page. */
export const ChannelDetail = z.object({
  ...Channel.shape,
  lines: z.array(Line),
  /** The line being played: the requested one, or the best if that does not exist. */
  stream: z.int(),
  /** Whether anything is on the air. */
  onAir: z.boolean(),
  /** When the next programme starts; null if unknown or on the air. */
  resumesAt: z.nullable(unixSeconds),
  /** Length of the DVR window, seconds. */
  dvrSec: z.int(),
  /** Days whose programmes can be replayed; 0 is none. */
  replayDays: z.int(),
})
export type ChannelDetail = z.output<typeof ChannelDetail>

/** A channel in a ranking, with its total watch time in the period, in seconds. */
export const RankedChannel = z.object({ ...Channel.shape, watchedSec: z.int() })
export type RankedChannel = z.output<typeof RankedChannel>

/** A group of channels to filter lists by. */
export const ChannelGroup = z.object({
  id: z.int(),
  name: z.string(),
  overseas: z.boolean(),
  /** Number of channels. */
  channels: z.int(),
})
export type ChannelGroup = z.output<typeof ChannelGroup>

export const ChannelType = z.object({
  /** Value in addresses. */
  type: z.string(),
  name: z.string(),
  overseas: z.boolean(),
  channels: z.int(),
})
export type ChannelType = z.output<typeof ChannelType>
