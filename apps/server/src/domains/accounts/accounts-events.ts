import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** Sessions of these people ended, some or all: what anybody remembers of them holds no longer. */
export const sessionsEnded = defineEvent('accounts.sessionsEnded', z.object({ userIds: z.array(z.int()) }))

/** Something about these people changed that decides what they may do. */
export const usersChanged = defineEvent('accounts.peopleChanged', z.object({ userIds: z.array(z.int()) }))
