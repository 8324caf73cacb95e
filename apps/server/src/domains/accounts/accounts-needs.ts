import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../../platform/process/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { KeyedHash } from '../../platform/process/keyed-hash.ts'
import type { Logger } from '../../platform/process/logger.ts'
import type { Tokens } from '../../platform/calls/viewer.ts'
import type { CodeStore } from './code-store.ts'
import type { Codes } from './codes.ts'
import type { DeviceStore } from './device-store.ts'
import type { Passwords } from './passwords.ts'
import type { SessionCache } from './session-cache.ts'
import type { SessionStore } from './session-store.ts'
import type { SignIn } from './sign-in.ts'
import type { ThrottleStore } from './throttle-store.ts'
import type { UserStore } from './user-store.ts'

/** What this domain asks of others. */
export interface AccountsNeeds {
  clock: Clock
  events: Events
  log: Logger
  jobs: Jobs
  hash: KeyedHash
  tokens: Pick<Tokens, 'issue'>
  captcha: {
    /** True once, for the right answer from the network that asked. */
    check(id: string, answer: string, address: string): Promise<boolean>
    /** By what a picture that was read can be known again: the same for the same answer from the same network. */
    fingerprint(id: string, answer: string, address: string): Buffer
  }
  mailer: { send(mail: { to: string; subject: string; text: string }): Promise<void> }
  portraits: {
    /** Keeps a picture small and square. Returns its address relative to `image_base`, null where it is no picture. */
    store(bytes: Buffer): Promise<string | null>
    remove(address: string): Promise<void>
  }
  /** What other domains keep about a person, for that person to take away. */
  exports: readonly { name: string; read(userId: number): Promise<unknown> }[]
  /** What others take back in the transaction that deletes accounts. Each returns what tells of it once that has held. */
  deletionHooks: readonly ((tx: Transaction<unknown>, userIds: readonly number[]) => Promise<() => void>)[]
}

/** What the calls of this domain work with. */
export interface AccountsParts extends AccountsNeeds {
  /** For what happens together or not at all, in this domain's tables and in those of who joins in. */
  db: Kysely<unknown>
  users: UserStore
  sessions: SessionStore
  sessionCache: SessionCache
  devices: DeviceStore
  codeStore: CodeStore
  throttle: ThrottleStore
  passwords: Passwords
  codes: Codes
  signIn: SignIn
}
