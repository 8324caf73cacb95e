import { operatorAuthority } from '@yunmu/contract'
import { nowSec } from '../../platform/process/clock.ts'
import type { SessionScope } from '../../platform/calls/viewer.ts'
import { usersChanged } from './accounts-events.ts'
import type { AccountsParts } from './accounts-needs.ts'
import { isWeakPassword, parseEmail, parseName } from './accounts-rules.ts'
import { changePassword } from './passwords/change-password.ts'
import type { UserCorrections } from './user-corrections.ts'
import type { User } from './user-store.ts'

/** Why an operator's command was refused; the command line has the messages. */
export type ManagerRefusal =
  | 'NameInvalid'
  | 'EmailInvalid'
  | 'PasswordWeak'
  | 'NameTaken'
  | 'EmailTaken'
  | 'NoSuchUser'
  | 'NoOperator'
  | 'Ambiguous'

/** What a program's token is for. */
export type TokenScope = Exclude<SessionScope, 'full'>

/** What a user may do on the station. VIP is not a role: see the ledger of VIP time. */
export type Role = 'user' | 'admin'

/** The operator at the command line, in the audit log. */
const commandLine = 'operator'
const daySec = 24 * 3600

/** The operator's commands on accounts. Users are named by account name, e-mail address or number. */
export interface Manager {
  /** Names by id, of those that exist. */
  namesOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>>
  list(): Promise<User[]>
  find(login: string): Promise<User | ManagerRefusal>
  add(user: { name: string; email: string; password: string }): Promise<User | ManagerRefusal>
  /** Ends all sessions of the user. */
  setPassword(login: string, password: string): Promise<User | ManagerRefusal>
  setRole(login: string, role: Role): Promise<User | ManagerRefusal>
  /** Extends VIP by `days`, from its end or from now. */
  grantVip(login: string, days: number): Promise<User | ManagerRefusal>
  revokeVip(login: string): Promise<User | ManagerRefusal>
  /** A disabled user cannot sign in and is signed out everywhere. */
  setDisabled(
    login: string,
    disabled: boolean,
  ): Promise<{ user: User; entryId: number } | ManagerRefusal | 'NothingChanged'>
  /** Ends minors' mode of an account whose code is lost. */
  endMinors(login: string): Promise<User | ManagerRefusal>
  /** Issues a token with its own session, for a program. One for the console is issued to operators only. */
  issueToken(
    login: string,
    token: { name: string; days: number; scope: TokenScope },
  ): Promise<{ token: string; user: User } | ManagerRefusal>
}

type ManagerNeeds = Pick<
  AccountsParts,
  'clock' | 'db' | 'events' | 'tokens' | 'users' | 'sessions' | 'passwords' | 'throttle' | 'ledger'
>

export function createManager(parts: ManagerNeeds, corrections: Pick<UserCorrections, 'setDisabled'>): Manager {
  const { clock, events, tokens, users, sessions, passwords, ledger } = parts

  const withUser = async <Done>(
    login: string,
    act: (user: User) => Promise<Done | null>,
  ): Promise<Done | ManagerRefusal> => {
    const named = await users.byLogin(login)
    const numbered = /^[1-9]\d{0,8}$/.test(login) ? await users.byId(Number(login)) : null
    if (named && numbered && named.id !== numbered.id) return 'Ambiguous'
    const user = named ?? numbered
    return (user && (await act(user))) ?? 'NoSuchUser'
  }

  return {
    list: users.list,
    namesOf: async (ids) => new Map((await users.byIds(ids)).map(({ id, name }) => [id, name])),
    find: (login) => withUser(login, async (user) => user),

    async add({ name: typedName, email: typedEmail, password }) {
      const name = parseName(typedName)
      if (name === null) return 'NameInvalid'
      const email = typedEmail === '' ? '' : parseEmail(typedEmail)
      if (email === null) return 'EmailInvalid'
      if (isWeakPassword(password, [name, email])) return 'PasswordWeak'
      const passwordHash = await passwords.hash(password, null)
      const createdAt = nowSec(clock)
      const added = await users.add({ name, nickname: '', email: email === '' ? null : email, passwordHash, createdAt })
      return typeof added === 'string' ? added : ((await users.byId(added)) ?? 'NoSuchUser')
    },

    setPassword: (login, password) =>
      withUser<User | ManagerRefusal>(login, async (user) => {
        if (isWeakPassword(password, [user.name, user.email ?? ''])) return 'PasswordWeak'
        const to = await passwords.hash(password, null)
        return (await changePassword(parts, user, { from: null, to, exceptSessionId: null }))
          ? users.byId(user.id)
          : null
      }),

    setRole: (login, role) =>
      withUser(login, async ({ id }) => {
        const changed = await users.change(id, { authorityId: role === 'admin' ? operatorAuthority : 0 })
        events.announce(usersChanged, { userIds: [id] })
        return changed
      }),

    grantVip: (login, days) =>
      withUser(login, async ({ id }) => ((await ledger.gift(id, days * daySec)) ? users.byId(id) : null)),
    revokeVip: (login) => withUser(login, async ({ id }) => ((await ledger.revoke(id)) ? users.byId(id) : null)),

    setDisabled: (login, disabled) =>
      withUser<{ user: User; entryId: number } | ManagerRefusal | 'NothingChanged'>(login, async (user) => {
        const done = await corrections.setDisabled(commandLine, user.id, disabled)
        return typeof done === 'string' ? done : { user, ...done }
      }),

    endMinors: (login) =>
      withUser(login, async ({ id }) => {
        const changed = await users.change(id, { minorsCode: '' })
        events.announce(usersChanged, { userIds: [id] })
        return changed
      }),

    issueToken: (login, { name, days, scope }) =>
      withUser<{ token: string; user: User } | ManagerRefusal>(login, async (user) => {
        if (scope === 'console' && user.authorityId !== operatorAuthority) return 'NoOperator'
        const now = nowSec(clock)
        const lifetimeSec = days * daySec
        const about = { userId: user.id, device: name, network: '', nowSec: now, expiresAt: now + lifetimeSec }
        const sessionId = await sessions.add({ ...about, scope, passwordHash: null })
        if (sessionId === null) return null
        return { user, token: await tokens.issue({ userId: user.id, sessionId, nowSec: now, lifetimeSec }) }
      }),
  }
}
