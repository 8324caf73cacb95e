import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events.ts'

/** The operator changed the bulletins. */
export const bulletinsChanged = defineEvent('messages.bulletinsChanged', z.object({}))

/** These people have a new message: whoever is connected to them can tell them at once. */
export const messagesCame = defineEvent('messages.came', z.object({ userIds: z.array(z.int()) }))
