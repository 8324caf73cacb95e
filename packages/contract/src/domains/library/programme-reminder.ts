import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'
import { Channel } from '../live/channel.ts'

/** A coming programme of which a user is reminded. */
export const ProgrammeReminder = z.object({
  channel: z.pick(Channel, { id: true, types: true, group: true, overseas: true, name: true }),
  start: unixSeconds,
  name: z.string(),
})
export type ProgrammeReminder = z.output<typeof ProgrammeReminder>
