import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'

/** What is on a channel at some time. Times are Unix seconds. */
const OnAir = z.object({ name: z.string(), start: unixSeconds, end: unixSeconds })

/** A television channel as lists show it. The picture's address is relative to `image_base`. */
export const Channel = z.object({
  id: z.int(),
  /** The kind and the group that stand in its address. */
  types: z.string(),
  group: z.string(),
  name: z.string(),
  img: z.string(),
  /** Null where the guide says nothing. */
  now: z.nullable(OnAir),
  next: z.nullable(OnAir),
  streams: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Whether who asks follows it. */
  follow: z.boolean(),
  /** How many are watching. */
  online: z.int(),
})
export type Channel = z.output<typeof Channel>
