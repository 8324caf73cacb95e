import type { Transaction } from 'kysely'
import type { KeyedHash } from '../../platform/process/keyed-hash.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tokens } from '../../platform/calls/viewer.ts'
import type { CaptchaGate } from './captcha-gate.ts'
import type { CodeStore } from './codes/code-store.ts'
import type { Codes } from './codes/codes.ts'
import type { DeviceStore } from './sessions/device-store.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { SessionCache } from './sessions/session-cache.ts'
import type { SessionStore } from './sessions/session-store.ts'
import type { SignIn } from './sessions/sign-in.ts'
import type { ThrottleStore } from './throttle/throttle-store.ts'
import type { InfoOf } from './user-info.ts'
import type { UserStore } from './user-store.ts'

/** What this domain needs from others. */
export interface AccountsNeeds {
  tokens: Pick<Tokens, 'issue'>
  captcha: {
    /** A new captcha for a client at this address. `picPath` is a data URL. */
    create(address: string): Promise<{ captchaId: string; picPath: string }>
    /**
     * True for the right answer from the network that requested the captcha. Each captcha passes once.
     * Refuses with CaptchaByPicture after too many proofs of work.
     */
    check(id: string, answer: string, address: string): Promise<boolean>
    /** A hash that identifies a solved captcha: the same for the same answer from the same network. */
    fingerprint(id: string, answer: string, address: string): Buffer
  }
  mailer: { send(mail: { to: string; subject: string; text: string }): Promise<void> }
  portraits: {
    /**
     * Stores a picture as a small square. Returns its address relative to `image_base`, or null if it is not a picture.
     */
    store(bytes: Buffer): Promise<string | null>
    remove(address: string): Promise<void>
  }
  /** The ledger of VIP time, which changes memberships. False if there is no such user. */
  ledger: {
    gift(userId: number, seconds: number): Promise<boolean>
    revoke(userId: number): Promise<boolean>
  }
  /** Whether visitors may register. */
  isRegistrationOpen(): Promise<boolean>
  /** Stores in the transaction of a registration which terms of use and privacy text the person agreed to. */
  agreeIn(tx: Transaction<unknown>, userId: number): Promise<void>
  /** Ids of the matches that a user has subscribed to, while matches are shown. */
  subscribedMatches(userId: number): Promise<number[]>
  /** What other domains store about people. */
  personalData: {
    /** By domain. */
    exportOf(userId: number): Promise<Record<string, unknown>>
    /** How many orders, comments, … a person has. */
    countsOf(userId: number): Promise<Record<string, number>>
    /** In the transaction that deletes accounts. Returns what to do after its commit. */
    deleteOf(tx: Transaction<unknown>, userIds: readonly number[]): Promise<() => void>
  }
}

/** Dependencies of this domain's calls. */
/** `db` is for transactions that cover the tables of this domain and of others. */
export interface AccountsParts extends AccountsNeeds, Pick<Platform, 'db' | 'clock' | 'events' | 'log' | 'jobs'> {
  hash: KeyedHash
  users: UserStore
  sessions: SessionStore
  sessionCache: SessionCache
  devices: DeviceStore
  codeStore: CodeStore
  throttle: ThrottleStore
  captchaGate: CaptchaGate
  passwords: Passwords
  codes: Codes
  signIn: SignIn
  infoOf: InfoOf
}
