import type { VipParts } from '../vip-needs.ts'
import { nowSec } from '../../../platform/process/clock.ts'
import { membershipsChanged } from '../vip-events.ts'

/** Users of one event. */
const usersAtOnce = 500

/**
 * Announces memberships that end by time: rights follow the time by themselves, but open pages have to be told. Each call
 * covers the time since the one before.
 */
export function createEndWatch({ memberships, clock, events }: Pick<VipParts, 'memberships' | 'clock' | 'events'>) {
  let fromSec = nowSec(clock)
  return async (): Promise<void> => {
    const toSec = nowSec(clock)
    if (toSec <= fromSec) return
    const userIds = await memberships.endedBetween(fromSec, toSec)
    fromSec = toSec
    for (let at = 0; at < userIds.length; at += usersAtOnce)
      events.announce(membershipsChanged, { userIds: userIds.slice(at, at + usersAtOnce) })
    for (const userId of userIds) memberships.announce(userId)
  }
}
