import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { Corrected, EpisodePlace, titleRefusals } from './corrected.ts'

/** Moves an episode to another number, line or title; a line that is not there is made. */
export const consoleEpisodeMove = defineCall({
  name: 'consoleEpisodeMove',
  summary: 'Moves an episode',
  method: 'POST',
  path: '/console/episode/move',
  caller: 'operator',
  send: z.object({ at: EpisodePlace, to: EpisodePlace }),
  reply: Corrected,
  refusals: [...titleRefusals, 'NoSuchLine', 'NoSuchEpisode', 'PlaceTaken', 'HasPassword'],
})
