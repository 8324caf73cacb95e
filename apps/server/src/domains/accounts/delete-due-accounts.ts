import type { Transaction } from 'kysely'
import { sessionsEnded } from './accounts-events.ts'
import type { AccountsParts } from './accounts-needs.ts'
import type { AccountsTables } from './accounts-tables.ts'
import { createUserStore } from './user-store.ts'

type RemovalNeeds = Pick<AccountsParts, 'db' | 'events' | 'log' | 'personalData' | 'portraits'>

/** Deletes the accounts whose grace period is over. */
export async function deleteDueAccounts(needs: RemovalNeeds, nowSec: number): Promise<void> {
  await deleteAccounts(needs, (tx) => createUserStore(tx.withTables<AccountsTables>()).lockDueForDeletion(nowSec))
}

/**
 * Deletes the accounts that `choose` locks, with what other domains store about them, then removes the portrait files. Returns
 * their ids.
 */
export async function deleteAccounts(
  { db, events, log, personalData, portraits }: RemovalNeeds,
  choose: (tx: Transaction<unknown>) => Promise<number[]>,
): Promise<number[]> {
  const deleted = await db.transaction().execute(async (tx) => {
    const users = createUserStore(tx.withTables<AccountsTables>())
    const userIds = await choose(tx)
    if (userIds.length === 0) return null
    const afterCommit = await personalData.deleteOf(tx, userIds)
    const removedPortraits = await users.remove(userIds)
    await events.announceIn(tx, sessionsEnded, { userIds })
    return { userIds, afterCommit, portraits: removedPortraits }
  })
  if (!deleted) return []
  events.announce(sessionsEnded, { userIds: deleted.userIds })
  deleted.afterCommit()
  for (const portrait of deleted.portraits) {
    try {
      await portraits.remove(portrait)
    } catch (err) {
      // The daily clean-up of files tries again: no page refers to the portrait any more.
      log.error({ err }, 'the portrait of a deleted account was not removed')
    }
  }
  return deleted.userIds
}
