import type { Kysely } from 'kysely'
import { nowSec } from '../../../platform/process/clock.ts'
import { sessionsEnded } from '../accounts-events.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import type { AccountsTables } from '../accounts-tables.ts'
import { createDeviceStore } from '../sessions/device-store.ts'
import { loginBucketKeys } from '../throttle/throttle-buckets.ts'
import { createSessionStore } from '../sessions/session-store.ts'
import { createUserStore, type User } from '../user-store.ts'

interface PasswordChange {
  /** The hash that the user proved to know; null if something else permits the change. */
  from: string | null
  to: string
  /** The session that stays open. */
  exceptSessionId: string | null
}

/**
 * Changes a password, forgets the account's devices and ends its sessions, all or nothing. `inTransaction` runs in the
 * same transaction; if it throws, the change is rolled back. False, and nothing changed, if the current hash is not
 * `from`.
 */
export async function changePassword(
  { clock, db, events, throttle }: Pick<AccountsParts, 'clock' | 'db' | 'events' | 'throttle'>,
  user: Pick<User, 'id' | 'name' | 'email'>,
  { from, to, exceptSessionId }: PasswordChange,
  inTransaction: (tx: Kysely<AccountsTables>) => Promise<void> = async () => {},
): Promise<boolean> {
  const changed = await db.transaction().execute(async (tx) => {
    const accountsTx = tx.withTables<AccountsTables>()
    // First, because it locks the row: a login with the old password that is about to open a session waits here and
    // then fails.
    if (!(await createUserStore(accountsTx).changePassword(user.id, { from, to }))) return false
    await createDeviceStore(accountsTx).removeOf(user.id)
    await createSessionStore(accountsTx).endAll(user.id, {
      exceptId: exceptSessionId,
      keepIssuedTokens: false,
      nowSec: nowSec(clock),
      reason: 'password',
    })
    await inTransaction(accountsTx)
    await events.announceIn(tx, sessionsEnded, { userIds: [user.id] })
    return true
  })
  if (!changed) return false
  events.announce(sessionsEnded, { userIds: [user.id] })
  await throttle.reset(loginBucketKeys(user))
  return true
}
