import type { Kysely } from 'kysely'
import { nowSec } from '../../platform/process/clock.ts'
import { sessionsEnded } from './accounts-events.ts'
import type { AccountsParts } from './accounts-needs.ts'
import type { AccountsTables } from './accounts-tables.ts'
import { createDeviceStore } from './device-store.ts'
import { loginBucketKeys } from './throttle-buckets.ts'
import { createSessionStore } from './session-store.ts'
import { createUserStore, type User } from './user-store.ts'

interface PasswordChange {
  /** The hash that was proved; null where something else allows the change. */
  from: string | null
  to: string
  /** The session that stays. */
  exceptSessionId: string | null
}

/**
 * Changes a password, forgets the account's devices and ends its sessions, all or nothing. `join` happens together with
 * it: what it throws undoes the change. False, and nothing changed, where the password is not `from` any more.
 */
export async function changePassword(
  { clock, db, events, throttle }: Pick<AccountsParts, 'clock' | 'db' | 'events' | 'throttle'>,
  user: Pick<User, 'id' | 'name' | 'email'>,
  { from, to, exceptSessionId }: PasswordChange,
  inTransaction: (tx: Kysely<AccountsTables>) => Promise<void> = async () => {},
): Promise<boolean> {
  const changed = await db.transaction().execute(async (tx) => {
    const accountsTx = tx.withTables<AccountsTables>()
    // First: a login that is about to open a session with the old password waits here, and is then too late.
    if (!(await createUserStore(accountsTx).changePassword(user.id, { from, to }))) return false
    await createDeviceStore(accountsTx).removeOf(user.id)
    await createSessionStore(accountsTx).endAll(user.id, {
      exceptId: exceptSessionId,
      keepIssuedTokens: false,
      nowSec: nowSec(clock),
    })
    await inTransaction(accountsTx)
    return true
  })
  if (!changed) return false
  events.announce(sessionsEnded, { userIds: [user.id] })
  await throttle.reset(loginBucketKeys(user))
  return true
}
