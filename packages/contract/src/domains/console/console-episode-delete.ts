import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { Corrected, EpisodePlace, titleRefusals } from './corrected.ts'

/** Deletes an episode. */
export const consoleEpisodeDelete = defineCall({
  name: 'consoleEpisodeDelete',
  summary: 'Deletes an episode',
  method: 'POST',
  path: '/console/episode/delete',
  caller: 'operator',
  send: z.object({ at: EpisodePlace }),
  reply: Corrected,
  refusals: [...titleRefusals, 'NoSuchLine', 'NoSuchEpisode'],
})
