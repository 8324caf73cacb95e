import { isVip } from '@yunmu/contract'
import type { Transaction } from 'kysely'
import { nowSec } from '../../platform/process/clock.ts'
import { createKeyedHash } from '../../platform/process/keyed-hash.ts'
import { dependsLooselyOn } from '../../platform/caching/collect-dependencies.ts'
import { createSharedRead } from '../../platform/caching/shared-read.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CallRegistry } from '../../platform/calls/mount-call.ts'
import { listener, type DomainModule } from '../../platform/domain-module.ts'
import type { FindSession } from '../../platform/calls/viewer.ts'
import { recordUserChanges, sessionsEnded, userDependency, usersChanged } from './accounts-events.ts'
import type { AccountsNeeds, AccountsParts } from './accounts-needs.ts'
import { deviceLifetimeSec } from './accounts-rules.ts'
import type { AccountsTables } from './accounts-tables.ts'
import { mountCaptcha } from './calls/captcha.ts'
import { mountConsoleUsers } from './calls/console-users.ts'
import { mountEmailCodes } from './calls/email-codes.ts'
import { mountUserData } from './calls/user-data.ts'
import { mountUserLogin } from './calls/user-login.ts'
import { mountUserMinors } from './calls/user-minors.ts'
import { mountUserPasswords } from './calls/user-passwords.ts'
import { mountUserProfile } from './calls/user-profile.ts'
import { mountUserRegister } from './calls/user-register.ts'
import { mountUserSessions } from './calls/user-sessions.ts'
import { createCaptchaGate } from './captcha-gate.ts'
import { createCodeStore } from './codes/code-store.ts'
import { createCodes } from './codes/codes.ts'
import { createDemoUsers, type DemoUsers } from './demo-users.ts'
import { createDeviceStore } from './sessions/device-store.ts'
import { createExternalSignIn, type ExternalSignIn } from './sessions/external-sign-in.ts'
import { importUsers, type ImportedUser, type SavedUser } from './import-users.ts'
import { fetchPortraits, waitingPortraits } from './fetch-portraits.ts'
import { createManager, type Manager } from './manager.ts'
import { createMemberships, type Memberships } from './memberships/memberships.ts'
import { maxBcryptCost } from './passwords/legacy-hashes.ts'
import { createPasswords } from './passwords/passwords.ts'
import { deleteDueAccounts } from './delete-due-accounts.ts'
import { createSharedPasswords, type SharedPasswords } from './passwords/shared-passwords.ts'
import { createSessionCache } from './sessions/session-cache.ts'
import { createSessionStore } from './sessions/session-store.ts'
import { createSignIn } from './sessions/sign-in.ts'
import { createThrottleStore } from './throttle/throttle-store.ts'
import { authorOf, createInfoOf } from './user-info.ts'
import { createUserCorrections, type ShownUser, type UserCorrections } from './user-corrections.ts'
import { createUserStore, type User, type UserStore } from './user-store.ts'
import { accountsExchange } from './accounts-exchange.ts'

/** What this domain offers to the application. */
export interface Accounts {
  findSession: FindSession
  /** Sign-in for users who were authenticated elsewhere. */
  externalSignIn: ExternalSignIn
  sharedPasswords: SharedPasswords
  /** The columns of memberships, which the ledger of VIP time decides. */
  memberships: Memberships
  /** The operator's commands on accounts. */
  manager: Manager
  /** What operators do with users by number, here and by calls. */
  corrections: UserCorrections
  /** Users of the demonstration programme. */
  demoUsers: DemoUsers
  /**
   * Adds users of an older system, in the caller's transaction, and gives known ones their new hash as long as they have not
   * signed in here. Returns what became of each, in their order. Without a transaction nothing is written.
   */
  importUsers(tx: Transaction<unknown> | null, users: readonly ImportedUser[]): Promise<SavedUser[]>
  /** Remembers portraits that lie elsewhere, to be fetched later for users who have none. */
  fetchPortraitsLaterIn(
    tx: Transaction<unknown>,
    portraits: readonly { userId: number; url: string }[],
    nowSec: number,
  ): Promise<void>
  /** Deletes accounts whose grace period is over, and all expired data. */
  clean(): Promise<void>
  /** How users are shown to others, by id. */
  authors(ids: readonly number[], nowSec: number): Promise<Map<number, ReturnType<typeof authorOf>>>
  /** A user's e-mail address; null without one, or without such a user. */
  emailOf(userId: number): Promise<string | null>
  /** Whether an account exists and is not disabled. */
  isOpen(userId: number): Promise<boolean>
  /** Whether a user is a VIP now, and not disabled. */
  isVip(userId: number): Promise<boolean>
  /** Which of these users hide scores. */
  hidingScores(userIds: readonly number[]): Promise<ReadonlySet<number>>
  /** Whether a session exists and has not ended. It does not count as used. */
  isSessionOpen(sessionId: string, userId: number): Promise<boolean>
  /** Ids of those who operate the station. */
  operators(): Promise<number[]>
  /** Addresses of all portraits in use. */
  portraits(): Promise<string[]>
  readonly module: DomainModule
}

const mounts: readonly ((registry: CallRegistry, parts: AccountsParts) => void)[] = [
  mountCaptcha,
  mountEmailCodes,
  mountUserRegister,
  mountUserLogin,
  mountUserPasswords,
  mountUserProfile,
  mountUserMinors,
  mountUserSessions,
  mountUserData,
]

type AccountsPlatform = Pick<Platform, 'db' | 'clock' | 'events' | 'changes' | 'log' | 'jobs' | 'secrets' | 'egress'>

function createParts(platform: AccountsPlatform, needs: AccountsNeeds): AccountsParts {
  const { db, clock, events, log, jobs, secrets } = platform
  const hash = createKeyedHash(secrets.tokenKey)
  const tables = db.withTables<AccountsTables>()
  const stores = {
    users: createUserStore(tables),
    sessions: createSessionStore(tables),
    devices: createDeviceStore(tables),
    codeStore: createCodeStore(tables),
    throttle: createThrottleStore(tables, hash),
  }
  const legacyCost = createSharedRead(() => stores.users.highestLegacyCost(maxBcryptCost), { maxAgeMs: 60_000 })
  const base = {
    db,
    clock,
    events,
    log,
    jobs,
    hash,
    ...needs,
    ...stores,
    sessionCache: createSessionCache({ store: stores.sessions, events }),
    infoOf: createInfoOf(needs),
    passwords: createPasswords(() => legacyCost.get(clock.nowMs())),
    captchaGate: createCaptchaGate({ clock, captcha: needs.captcha, throttle: stores.throttle }),
  }
  return { ...base, codes: createCodes(base), signIn: createSignIn(base) }
}

async function cleanUp(parts: AccountsParts): Promise<void> {
  const now = nowSec(parts.clock)
  await deleteDueAccounts(parts, now)
  await parts.sessions.removeExpired(now)
  await parts.devices.removeUnused(now - deviceLifetimeSec)
  await parts.codeStore.removeExpired(now)
  await parts.throttle.removeExpired(now)
}

/** Users, their passwords and sessions. */
export function createAccounts(platform: AccountsPlatform, needs: AccountsNeeds): Accounts {
  const { db, clock, events, changes } = platform
  recordUserChanges(events, changes, clock.nowMs)
  const parts = createParts(platform, needs)
  const { users, sessions, sessionCache } = parts
  const corrections = createUserCorrections(parts)
  const clean = (): Promise<void> => cleanUp(parts)
  return {
    findSession: sessionCache.find,
    externalSignIn: createExternalSignIn(parts),
    sharedPasswords: createSharedPasswords(parts),
    memberships: createMemberships(parts),
    manager: createManager(parts, corrections),
    corrections,
    demoUsers: createDemoUsers(parts),
    importUsers: (tx, given) =>
      importUsers(
        createUserStore(tx ? tx.withTables<AccountsTables>() : db.withTables<AccountsTables>()),
        given,
        tx === null,
      ),
    fetchPortraitsLaterIn: (tx, portraits, now) =>
      waitingPortraits(tx).add(
        portraits.map(({ userId, url }) => ({ id: userId, url })),
        now,
      ),
    clean,
    authors: (ids, now) => findAuthors(users, ids, now),
    emailOf: async (userId) => (await users.byId(userId))?.email ?? null,
    async isSessionOpen(sessionId, userId) {
      const session = await sessions.find(sessionId, userId)
      return session !== null && !session.ended
    },
    isOpen: async (userId) => (await openUser(users, userId)) !== null,
    async isVip(userId) {
      const user = await openUser(users, userId)
      return user !== null && isVip(user, nowSec(clock))
    },
    hidingScores: users.hidingScores,
    operators: users.operators,
    portraits: users.portraits,
    module: moduleOf(platform, { parts, corrections, clean }),
  }
}

function moduleOf(
  platform: AccountsPlatform,
  { parts, corrections, clean }: { parts: AccountsParts; corrections: UserCorrections; clean: () => Promise<void> },
): DomainModule {
  const { egress } = platform
  const { flushLastSeen } = parts.sessionCache
  return {
    name: 'accounts',
    undoable: corrections.undoable,
    exchange: accountsExchange(platform),
    calls(registry) {
      for (const mount of mounts) mount(registry, parts)
      mountConsoleUsers(registry, corrections)
    },
    realtime: {
      listeners: ({ recheckSessions }) =>
        [sessionsEnded, usersChanged].map((event) =>
          listener(event, (whose) => recheckSessions(whose?.userIds ?? null)),
        ),
    },
    schedules: [
      { name: 'accounts.clean', everyMinutes: 60, run: clean },
      {
        name: 'accounts.fetchPortraits',
        everyMinutes: 5,
        run: async ({ signal }) => void (await fetchPortraits({ ...parts, egress }, signal)),
      },
    ],
    timers: [{ name: 'accounts.flushLastSeen', everyMs: 60_000, run: flushLastSeen, runsAtClose: true }],
    close: parts.passwords.close,
  }
}

/** A user who exists and is not disabled, or null. */
async function findAuthors(
  { byIds }: Pick<UserStore, 'byIds'>,
  ids: readonly number[],
  now: number,
): ReturnType<Accounts['authors']> {
  // Loosely, so that somebody who often changes the nickname does not rebuild many pages each time.
  dependsLooselyOn(...ids.map(userDependency))
  const users = await byIds(ids)
  return new Map(users.map((user) => [user.id, authorOf(user, now)]))
}

async function openUser({ byIds }: Pick<UserStore, 'byIds'>, userId: number): Promise<User | null> {
  const [user] = await byIds([userId])
  return user && !user.disabled ? user : null
}

export { deviceName } from './sessions/device-name.ts'
export type { ImportedUser, SavedUser } from './import-users.ts'
export type { AccountsNeeds } from './accounts-needs.ts'
export type { ManagerRefusal, Role, TokenScope } from './manager.ts'
export type { ShownUser }
export type { User as ManagedUser } from './user-store.ts'
