import * as z from 'zod/mini'
import { Match, subscribedPerViewer } from '../matches/match.ts'
import { Channel, followPerViewer } from './channel.ts'

/** Item of lists that contain channels and matches. */
export const LiveItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('channel'), ...Channel.shape }),
  z.object({ kind: z.literal('match'), ...Match.shape }),
])
export type LiveItem = z.output<typeof LiveItem>

/** `perViewer` of calls whose replies contain channels and matches. */
export const livePerViewer = { ...followPerViewer, ...subscribedPerViewer } as const
