import { sessionsEnded } from './accounts-events.ts'
import type { AccountsParts } from './accounts-needs.ts'
import type { AccountsTables } from './accounts-tables.ts'
import { createUserStore } from './user-store.ts'

type RemovalNeeds = Pick<AccountsParts, 'db' | 'deletionHooks' | 'events' | 'log' | 'portraits'>

/**
 * Deletes the accounts whose grace period is over, runs the hooks of other domains, then removes the portrait files.
 */
export async function deleteDueAccounts(
  { db, deletionHooks, events, log, portraits }: RemovalNeeds,
  nowSec: number,
): Promise<void> {
  const deleted = await db.transaction().execute(async (tx) => {
    const users = createUserStore(tx.withTables<AccountsTables>())
    const userIds = await users.lockDueForDeletion(nowSec)
    if (userIds.length === 0) return null
    const afterCommit: (() => void)[] = []
    for (const hook of deletionHooks) afterCommit.push(await hook(tx, userIds))
    return { userIds, tellers: afterCommit, portraits: await users.remove(userIds) }
  })
  if (!deleted) return
  events.announce(sessionsEnded, { userIds: deleted.userIds })
  for (const notify of deleted.tellers) notify()
  for (const portrait of deleted.portraits) {
    try {
      await portraits.remove(portrait)
    } catch (err) {
      // The daily clean-up of files tries again: no page refers to the portrait any more.
      log.error({ err }, 'the portrait of a deleted account was not removed')
    }
  }
}
