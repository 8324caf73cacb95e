import * as z from 'zod/mini'
import type { ChangeLog } from '../../platform/caching/change-log.ts'
import { defineEvent, type Events } from '../../platform/events/events.ts'

/** Some or all sessions of these users ended. Cached sessions of theirs must be dropped. */
export const sessionsEnded = defineEvent('accounts.sessionsEnded', z.object({ userIds: z.array(z.int()) }))

/** Something about these users changed that affects their permissions, or that others see of them. */
export const usersChanged = defineEvent('accounts.usersChanged', z.object({ userIds: z.array(z.int()) }))

/** The dependency of cached values that show a user's name, portrait or VIP badge. */
export const userDependency = (id: number): string => `user:${id}`

/** Records changed users in the change log. */
export function recordUserChanges(events: Events, changes: ChangeLog, nowMs: () => number): void {
  events.on(usersChanged, (detail) => {
    if (detail) changes.changed(detail.userIds.map(userDependency), nowMs())
    else changes.groupsChanged(['user'], nowMs())
  })
}
