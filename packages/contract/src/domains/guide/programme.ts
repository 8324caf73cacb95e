import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'
import { Channel } from '../live/channel.ts'

/** An entry of the guide. Times are Unix seconds. */
export const Programme = z.object({
  id: z.int(),
  name: z.string(),
  /** Second line, such as 第 3 集; may be empty. */
  sub: z.string(),
  start: unixSeconds,
  end: unixSeconds,
  state: z.enum(['past', 'now', 'next']),
  /** Whether it can be replayed, or restarted while it is on the air. */
  replay: z.boolean(),
  /** Whether the caller wants to be notified when it starts. */
  subscribed: z.boolean(),
  /** Wide picture, relative to `image_base`; empty if there is none. */
  img: z.string(),
})
export type Programme = z.output<typeof Programme>

/** All details of a programme. */
export const ProgrammeDetail = z.object({
  ...Programme.shape,
  channelId: z.int(),
  intro: z.string(),
  /** 纪录片; may be empty. */
  category: z.string(),
})
export type ProgrammeDetail = z.output<typeof ProgrammeDetail>

/** A past programme that can be replayed, with its channel. */
export const Replay = z.object({
  ...Programme.shape,
  channel: z.pick(Channel, { id: true, number: true, types: true, group: true, overseas: true, name: true, img: true }),
})
export type Replay = z.output<typeof Replay>
