import { sessionsEnded } from './accounts-events.ts'
import type { AccountsParts } from './accounts-needs.ts'
import type { AccountsTables } from './accounts-tables.ts'
import { createUserStore } from './user-store.ts'

type RemovalNeeds = Pick<AccountsParts, 'db' | 'events' | 'log' | 'personalData' | 'portraits'>

/**
 * Deletes the accounts whose grace period is over, with what other domains store about them, then removes the portrait files.
 */
export async function deleteDueAccounts(
  { db, events, log, personalData, portraits }: RemovalNeeds,
  nowSec: number,
): Promise<void> {
  const deleted = await db.transaction().execute(async (tx) => {
    const users = createUserStore(tx.withTables<AccountsTables>())
    const userIds = await users.lockDueForDeletion(nowSec)
    if (userIds.length === 0) return null
    const afterCommit = await personalData.deleteOf(tx, userIds)
    const removedPortraits = await users.remove(userIds)
    await events.announceIn(tx, sessionsEnded, { userIds })
    return { userIds, afterCommit, portraits: removedPortraits }
  })
  if (!deleted) return
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
}
