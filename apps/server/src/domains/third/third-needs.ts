import type { SignedIn } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import type { Visitor } from '../../platform/calls/mount-call.ts'
import type { Viewer } from '../../platform/calls/viewer.ts'
import type { IdentityStore } from './identity-store.ts'
import type { ProviderSettings } from './provider-settings.ts'
import type { Provider } from './provider.ts'
import type { TicketStore } from './ticket-store.ts'

/** What this domain needs from accounts. Refusals are thrown as refusals of the contract. */
export interface ThirdAccounts {
  /** Opens a session; `single` ends the user's others. Refuses with AccountDisabled. */
  signIn(userId: number, how: { visitor: Visitor; single: boolean }): Promise<SignedIn>
  /** A new token of the current session. */
  reissueToken(viewer: Viewer): Promise<SignedIn>
  /**
   * The id of the user with this name and password, throttled like a login. Refuses with LoginWrong, LoginLocked or
   * AccountDisabled.
   */
  authenticate(login: { username: string; password: string }, visitor: Visitor): Promise<number>
  /**
   * Makes an account without a password, after the code from the mail was entered. `inTransaction` runs in the same
   * transaction; if it throws, no account is made and the code stays valid. Refuses with EmailInvalid, EmailTaken or
   * CodeWrong.
   */
  registerWithCode(
    registration: { email: string; code: string; nickname: string },
    inTransaction: (tx: Kysely<unknown>, userId: number) => Promise<void>,
  ): Promise<number>
  hasPassword(userId: number): Promise<boolean>
  /** Checks the password of a signed-in user, if the account has one. Refuses with PasswordWrong or LoginLocked. */
  confirmPassword(userId: number, password: string): Promise<void>
  /** Notifies the owner by mail that a login of another site was bound or unbound. */
  mailOwner(userId: number, what: 'bound' | 'unbound', site: string): Promise<void>
}

/** What this domain needs from outside. */
export interface ThirdNeeds {
  providers: readonly ProviderSettings[]
  accounts: ThirdAccounts
}

/** Dependencies of this domain's calls. */
export interface ThirdParts {
  /** By authType, in the operator's order. */
  providers: ReadonlyMap<string, Provider>
  tickets: TicketStore
  identities: IdentityStore
  accounts: ThirdAccounts
}
