import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** Some or all sessions of these users ended. Cached sessions of theirs must be dropped. */
export const sessionsEnded = defineEvent('accounts.sessionsEnded', z.object({ userIds: z.array(z.int()) }))

/** Something about these users changed that affects their permissions. */
export const usersChanged = defineEvent('accounts.peopleChanged', z.object({ userIds: z.array(z.int()) }))
