import type { SignedIn } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/process/clock.ts'
import type { Egress } from '../../platform/egress/egress.ts'
import type { Logger } from '../../platform/process/logger.ts'
import type { Visitor } from '../../platform/calls/mount-call.ts'
import type { Viewer } from '../../platform/calls/viewer.ts'
import type { IdentityStore } from './identity-store.ts'
import type { ProviderSettings } from './provider-settings.ts'
import type { Provider } from './provider.ts'
import type { TicketStore } from './ticket-store.ts'

/** What this domain asks of accounts. What is refused is thrown as a refusal of the contract. */
export interface ThirdAccounts {
  /** Begins a session; `single` ends the others. Refuses with AccountDisabled. */
  signIn(userId: number, how: { visitor: Visitor; single: boolean }): Promise<SignedIn>
  /** The session that is there already, told once more. */
  reissueToken(viewer: Viewer): Promise<SignedIn>
  /** Whose name and password these are, counted and slowed like a login. Refuses with LoginWrong, LoginLocked or AccountDisabled. */
  authenticate(login: { username: string; password: string }, visitor: Visitor): Promise<number>
  /**
   * Makes an account without a password, for who has read the code in the mail. `join` happens together with it: what it
   * throws undoes the account and leaves the code. Refuses with EmailInvalid, EmailTaken or CodeWrong.
   */
  registerWithCode(
    registration: { email: string; code: string; nickname: string },
    inTransaction: (tx: Kysely<unknown>, userId: number) => Promise<void>,
  ): Promise<number>
  hasPassword(userId: number): Promise<boolean>
  /** Whether somebody who is signed in knows the password, where the account has one. Refuses with PasswordWrong or LoginLocked. */
  confirmPassword(userId: number, password: string): Promise<void>
  /** Tells the owner by mail that a login of another site opens the account from now on, or no more. */
  mailOwner(userId: number, what: 'bound' | 'unbound', site: string): Promise<void>
}

/** What this domain needs from outside. */
export interface ThirdNeeds {
  providers: readonly ProviderSettings[]
  /** Seals what a browser keeps while it is away. */
  secret: string
  clock: Clock
  log: Logger
  egress: Egress
  accounts: ThirdAccounts
}

/** What the calls of this domain work with. */
export interface ThirdParts {
  /** By authType, in the operator's order. */
  providers: ReadonlyMap<string, Provider>
  tickets: TicketStore
  identities: IdentityStore
  accounts: ThirdAccounts
}
