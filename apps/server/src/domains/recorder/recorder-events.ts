import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** Somebody watches a stream, or is about to: one that runs on demand starts, or goes on. */
export const streamRequested = defineEvent('recorder.wanted', z.object({ streamId: z.int() }))

/** Somebody asked for a programme of the past that has to be fetched. */
export const catchupRequested = defineEvent('recorder.catchupWanted', z.object({}))

/** The keys that encoders had for a stream are good no more. */
export const pushKeysRevoked = defineEvent('recorder.pushKeysEnded', z.object({}))
