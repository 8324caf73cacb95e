import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'
import { Channel } from '../live/channel.ts'

/** An entry of the guide. Times are Unix seconds. */
export const Programme = z.object({
  id: z.int(),
  name: z.string(),
  /** The second line, such as 第 3 集; may be empty. */
  sub: z.string(),
  start: unixSeconds,
  end: unixSeconds,
  state: z.enum(['past', 'now', 'next']),
  /** Whether it can be watched, or started over while it runs. */
  replay: z.boolean(),
  /** Whether who asks wants to be told when it begins. */
  subscribed: z.boolean(),
  /** A wide picture, relative to `image_base`; empty where there is none. */
  img: z.string(),
})
export type Programme = z.output<typeof Programme>

/** A programme in full. */
export const ProgrammeDetail = z.object({
  ...Programme.shape,
  channelId: z.int(),
  intro: z.string(),
  /** 纪录片; may be empty. */
  category: z.string(),
})
export type ProgrammeDetail = z.output<typeof ProgrammeDetail>

/** A past programme that can be watched, and where it ran. */
export const Replay = z.object({
  ...Programme.shape,
  channel: z.pick(Channel, { id: true, number: true, types: true, group: true, overseas: true, name: true, img: true }),
})
export type Replay = z.output<typeof Replay>
