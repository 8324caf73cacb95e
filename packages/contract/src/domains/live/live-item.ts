import * as z from 'zod/mini'
import { Channel } from './channel.ts'
import { Match } from './match.ts'

/** Item of lists that contain channels and matches. */
export const LiveItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('channel'), ...Channel.shape }),
  z.object({ kind: z.literal('match'), ...Match.shape }),
])
export type LiveItem = z.output<typeof LiveItem>
