import { sessionsEnded } from './accounts-events.ts'
import type { AccountsParts } from './accounts-needs.ts'
import type { AccountsTables } from './accounts-tables.ts'
import { createUserStore } from './user-store.ts'

type RemovalNeeds = Pick<AccountsParts, 'db' | 'departures' | 'events' | 'log' | 'portraits'>

/** Deletes the accounts whose time of grace is over, with what others count of them, and then their portraits. */
export async function removeLeft(
  { db, departures, events, log, portraits }: RemovalNeeds,
  nowSec: number,
): Promise<void> {
  const left = await db.transaction().execute(async (tx) => {
    const users = createUserStore(tx.withTables<AccountsTables>())
    const userIds = await users.lockLeft(nowSec)
    if (userIds.length === 0) return null
    const tellers: (() => void)[] = []
    for (const depart of departures) tellers.push(await depart(tx, userIds))
    return { userIds, tellers, portraits: await users.remove(userIds) }
  })
  if (!left) return
  events.announce(sessionsEnded, { userIds: left.userIds })
  for (const tell of left.tellers) tell()
  for (const portrait of left.portraits) {
    try {
      await portraits.remove(portrait)
    } catch (err) {
      // The daily round over files tries again: nobody shows it any more.
      log.error({ err }, 'the portrait of a deleted account was not removed')
    }
  }
}
