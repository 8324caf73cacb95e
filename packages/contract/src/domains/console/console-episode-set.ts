import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { Corrected, EpisodePlace, bodyName, titleRefusals } from './corrected.ts'

/** Sets fields of an episode, and locks them unless `lock` is false. */
export const consoleEpisodeSet = defineCall({
  name: 'consoleEpisodeSet',
  summary: 'Sets fields of an episode',
  method: 'POST',
  path: '/console/episode/set',
  caller: 'operator',
  send: z.object({
    at: EpisodePlace,
    name: z.optional(bodyName),
    vip: z.optional(z.boolean()),
    introSec: z.optional(z.number().check(z.minimum(0), z.maximum(36_000))),
    outroSec: z.optional(z.number().check(z.minimum(0), z.maximum(36_000))),
    lock: z._default(z.boolean(), true),
  }),
  reply: Corrected,
  refusals: [...titleRefusals, 'NoSuchLine', 'NoSuchEpisode'],
})
