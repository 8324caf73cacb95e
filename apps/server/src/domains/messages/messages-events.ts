import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** The operator changed the bulletins. */
export const bulletinsChanged = defineEvent('messages.bulletinsChanged', z.object({}))

/**
 * What is told to these people is other than it was: whoever is connected to them can tell them at once. With `isNews`
 * false nothing is new, something was taken back.
 */
export const messagesChanged = defineEvent(
  'messages.came',
  z.object({ userIds: z.array(z.int()), isNews: z.optional(z.boolean()) }),
)
