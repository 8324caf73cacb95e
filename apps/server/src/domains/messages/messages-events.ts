import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** The operator changed the bulletins. */
export const bulletinsChanged = defineEvent('messages.bulletinsChanged', z.object({}))

/**
 * The messages of these users changed, so that their connections can be updated. With `isNews` false nothing new
 * arrived; messages were removed.
 */
export const messagesChanged = defineEvent(
  'messages.changed',
  z.object({ userIds: z.array(z.int()), isNews: z.optional(z.boolean()) }),
)
