import type { Transaction } from 'kysely'
import { usersChanged } from '../accounts-events.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import type { AccountsTables } from '../accounts-tables.ts'
import { createUserStore } from '../user-store.ts'
import { columnsOf, type LockedMembership, type Membership } from './membership-rules.ts'

/**
 * Writes memberships, apart from roles: an operator's right is never touched. Only this file writes the columns, and only
 * the ledger of VIP time decides what they hold.
 */
export interface Memberships {
  /** Locks the user until the transaction ends. What the columns hold; null if there is no such user. */
  lockIn(tx: Transaction<unknown>, userId: number): Promise<LockedMembership | null>
  /**
   * Stores the membership of a user whom the transaction has locked, whose columns hold `present`. Returns what they hold
   * then. Sessions follow after the commit.
   */
  applyIn(
    tx: Transaction<unknown>,
    userId: number,
    change: { present: Membership; membership: Membership },
  ): Promise<Membership>
  /** Lets sessions of this process follow at once, without waiting for the outbox. */
  announce(userId: number): void
  /** By user; those that do not exist are missing. */
  of(userIds: readonly number[]): Promise<Map<number, Membership>>
  /** The users whose membership ended after `fromSec`, until and including `toSec`. */
  endedBetween(fromSec: number, toSec: number): Promise<number[]>
}

export function createMemberships({ events, users: store }: Pick<AccountsParts, 'events' | 'users'>): Memberships {
  const usersIn = (tx: Transaction<unknown>) => createUserStore(tx.withTables<AccountsTables>())
  return {
    lockIn: (tx, userId) => usersIn(tx).lockMembership(userId),
    async applyIn(tx, userId, { present, membership }) {
      const columns = columnsOf(present, membership)
      await usersIn(tx).changeMembership(userId, columns)
      await events.announceIn(tx, usersChanged, { userIds: [userId] })
      return columns
    },
    announce: (userId) => events.announceHere(usersChanged, { userIds: [userId] }),
    async of(userIds) {
      const users = await store.byIds(userIds)
      return new Map(users.map(({ id, groupId, userEndTime }) => [id, { groupId, userEndTime }]))
    },
    endedBetween: store.membershipsEndedBetween,
  }
}
