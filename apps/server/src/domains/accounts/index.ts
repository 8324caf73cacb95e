import type { Kysely } from 'kysely'
import { nowSec } from '../../platform/process/clock.ts'
import type { CallBook } from '../../platform/calls/mount-call.ts'
import { listener, type DomainModule } from '../../platform/domain-module.ts'
import type { FindSession } from '../../platform/calls/viewer.ts'
import { sessionsEnded, usersChanged } from './accounts-events.ts'
import type { AccountsNeeds, AccountsParts } from './accounts-needs.ts'
import { deviceLifetimeSec } from './accounts-rules.ts'
import type { AccountsTables } from './accounts-tables.ts'
import { mountEmailCodes } from './calls/email-codes.ts'
import { mountUserData } from './calls/user-data.ts'
import { mountUserLogin } from './calls/user-login.ts'
import { mountUserPasswords } from './calls/user-passwords.ts'
import { mountUserProfile } from './calls/user-profile.ts'
import { mountUserRegister } from './calls/user-register.ts'
import { mountUserSessions } from './calls/user-sessions.ts'
import { createCodeStore } from './code-store.ts'
import { createCodes } from './codes.ts'
import { createDemoUsers, type DemoUsers } from './demo-users.ts'
import { createDeviceStore } from './device-store.ts'
import { createExternalSignIn, type ExternalSignIn } from './external-sign-in.ts'
import { createManager, type Manager } from './manager.ts'
import { createPasswords } from './passwords.ts'
import { deleteDueAccounts } from './delete-due-accounts.ts'
import { createSessionCache } from './session-cache.ts'
import { createSessionStore } from './session-store.ts'
import { createSignIn } from './sign-in.ts'
import { createThrottleStore } from './throttle-store.ts'
import { authorOf } from './user-info.ts'
import { createUserStore } from './user-store.ts'

/** What this domain offers to the application. */
export interface Accounts {
  findSession: FindSession
  /** Sign-in for users who were authenticated elsewhere. */
  externalSignIn: ExternalSignIn
  /** The operator's commands on accounts. */
  manager: Manager
  /** Users of the demonstration programme. */
  demoUsers: DemoUsers
  /** Deletes accounts whose grace period is over, and all expired data. */
  clean(): Promise<void>
  /** How users are shown to others, by id. */
  authors(ids: readonly number[], nowSec: number): Promise<Map<number, ReturnType<typeof authorOf>>>
  /** Whether an account exists and is not disabled. */
  isOpen(userId: number): Promise<boolean>
  /** Addresses of all portraits in use. */
  portraits(): Promise<string[]>
  readonly module: DomainModule
}

const mounts: readonly ((book: CallBook, parts: AccountsParts) => void)[] = [
  mountEmailCodes,
  mountUserRegister,
  mountUserLogin,
  mountUserPasswords,
  mountUserProfile,
  mountUserSessions,
  mountUserData,
]

/** Users, their passwords and sessions. */
export function createAccounts(db: Kysely<unknown>, needs: AccountsNeeds): Accounts {
  const { clock, events } = needs
  const tables = db.withTables<AccountsTables>()
  const stores = {
    users: createUserStore(tables),
    sessions: createSessionStore(tables),
    devices: createDeviceStore(tables),
    codeStore: createCodeStore(tables),
    throttle: createThrottleStore(tables, needs.hash),
  }
  const sessionCache = createSessionCache({ store: stores.sessions, events })
  const base = { db, ...needs, ...stores, sessionCache, passwords: createPasswords() }
  const parts: AccountsParts = { ...base, codes: createCodes(base), signIn: createSignIn(base) }
  const clean = async (): Promise<void> => {
    const now = nowSec(clock)
    await deleteDueAccounts(parts, now)
    await stores.sessions.removeExpired(now)
    await stores.devices.removeUnused(now - deviceLifetimeSec)
    await stores.codeStore.removeExpired(now)
    await stores.throttle.removeExpired(now)
  }
  return {
    findSession: sessionCache.find,
    externalSignIn: createExternalSignIn(parts),
    manager: createManager(parts),
    demoUsers: createDemoUsers(parts),
    clean,
    async authors(ids, now) {
      const users = await stores.users.byIds(ids)
      return new Map(users.map((user) => [user.id, authorOf(user, now)]))
    },
    async isOpen(userId) {
      const [user] = await stores.users.byIds([userId])
      return user !== undefined && !user.disabled
    },
    portraits: stores.users.portraits,
    module: {
      name: 'accounts',
      calls(book) {
        for (const mount of mounts) mount(book, parts)
      },
      realtime: {
        listeners: ({ recheckSessions }) =>
          [sessionsEnded, usersChanged].map((event) =>
            listener(event, (whose) => recheckSessions(whose?.userIds ?? null)),
          ),
      },
      schedules: [{ name: 'accounts.clean', everyMinutes: 60, run: clean }],
      timers: [{ name: 'accounts.flushLastSeen', everyMs: 60_000, run: sessionCache.flushLastSeen, runsAtClose: true }],
    },
  }
}

export type { AccountsNeeds } from './accounts-needs.ts'
export type { ManagerRefusal, Role } from './manager.ts'
export type { User as ManagedUser } from './user-store.ts'
