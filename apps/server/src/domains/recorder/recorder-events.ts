import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** A stream is watched: one on demand starts, or keeps running. */
export const streamRequested = defineEvent('recorder.streamRequested', z.object({ streamId: z.int() }))

/** A past programme was requested that has to be fetched. */
export const catchupRequested = defineEvent('recorder.catchupRequested', z.object({}))

/** Push keys of a stream were revoked. */
export const pushKeysRevoked = defineEvent('recorder.pushKeysRevoked', z.object({}))
