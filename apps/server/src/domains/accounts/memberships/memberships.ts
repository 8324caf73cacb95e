import { nowSec } from '../../../platform/process/clock.ts'
import { usersChanged } from '../accounts-events.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import type { AccountsTables } from '../accounts-tables.ts'
import { afterGrant, afterRevoke, type Membership } from './membership-rules.ts'
import { createUserStore, type User } from '../user-store.ts'

/**
 * Grants and revokes VIP, apart from roles: an operator's right is never touched. Only this file writes memberships, so
 * that a ledger of what people have paid for can record each change in the same transaction.
 */
export interface Memberships {
  /** Extends the membership: see `afterGrant`. Grants that run at once add up. Null if there is no such user. */
  grantVip(userId: number, grantedSec: number): Promise<User | null>
  /** Ends the membership now. Null if there is no such user. */
  revokeVip(userId: number): Promise<User | null>
}

export function createMemberships({ db, clock, events }: Pick<AccountsParts, 'db' | 'clock' | 'events'>): Memberships {
  const change = async (userId: number, decide: (present: Membership) => Membership): Promise<User | null> => {
    const changed = await db.transaction().execute(async (tx) => {
      const users = createUserStore(tx.withTables<AccountsTables>())
      const present = await users.lockMembership(userId)
      if (!present) return null
      await events.announceIn(tx, usersChanged, { userIds: [userId] })
      return users.changeMembership(userId, decide(present))
    })
    if (changed) events.announce(usersChanged, { userIds: [userId] })
    return changed
  }
  return {
    grantVip: (userId, grantedSec) => change(userId, (present) => afterGrant(present, grantedSec, nowSec(clock))),
    revokeVip: (userId) => change(userId, afterRevoke),
  }
}
