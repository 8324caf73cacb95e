import { operatorAuthority, vipGroupId } from '@yunmu/contract'
import { nowSec } from '../../platform/process/clock.ts'
import { usersChanged } from './accounts-events.ts'
import type { AccountsParts } from './accounts-needs.ts'
import { isWeakPassword, parseEmail, parseName } from './accounts-rules.ts'
import { changePassword } from './change-password.ts'
import type { User } from './user-store.ts'

/** Why an operator's command was refused; the command line has the messages. */
export type ManagerRefusal = 'NameInvalid' | 'EmailInvalid' | 'PasswordWeak' | 'NameTaken' | 'EmailTaken' | 'NoSuchUser'

/** A user's role. `days` is how long VIP lasts from now. */
export type Role = { role: 'user' | 'admin' } | { role: 'vip'; days: number }

const ordinaryGroup = 2
const daySec = 24 * 3600

/** The operator's commands on accounts. Users are named by account name or e-mail address. */
export interface Manager {
  list(): Promise<User[]>
  find(login: string): Promise<User | ManagerRefusal>
  add(user: { name: string; email: string; password: string }): Promise<User | ManagerRefusal>
  /** Ends all sessions of the user. */
  setPassword(login: string, password: string): Promise<User | ManagerRefusal>
  setRole(login: string, role: Role): Promise<User | ManagerRefusal>
  /** A disabled user cannot sign in and is signed out everywhere. */
  setDisabled(login: string, disabled: boolean): Promise<User | ManagerRefusal>
  /** Issues a token with its own session, for a program. */
  issueToken(
    login: string,
    token: { name: string; days: number },
  ): Promise<{ token: string; user: User } | ManagerRefusal>
}

type ManagerNeeds = Pick<
  AccountsParts,
  'clock' | 'db' | 'events' | 'tokens' | 'users' | 'sessions' | 'passwords' | 'throttle' | 'signIn'
>

export function createManager(parts: ManagerNeeds): Manager {
  const { clock, events, tokens, users, sessions, passwords, signIn } = parts

  const withUser = async <Done>(
    login: string,
    act: (user: User) => Promise<Done | null>,
  ): Promise<Done | ManagerRefusal> => {
    const user = await users.byLogin(login)
    return (user && (await act(user))) ?? 'NoSuchUser'
  }

  return {
    list: users.list,
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

    setRole: (login, wanted) =>
      withUser(login, async ({ id }) => {
        const vip = wanted.role === 'vip'
        const changed = await users.change(id, {
          groupId: vip ? vipGroupId : ordinaryGroup,
          authorityId: wanted.role === 'admin' ? operatorAuthority : 0,
          userEndTime: vip ? nowSec(clock) + wanted.days * daySec : 0,
        })
        events.announce(usersChanged, { userIds: [id] })
        return changed
      }),

    setDisabled: (login, disabled) =>
      withUser(login, async ({ id }) => {
        const changed = await users.change(id, { disabled })
        if (disabled) await signIn.endSessions(id, null)
        else events.announce(usersChanged, { userIds: [id] })
        return changed
      }),

    issueToken: (login, { name, days }) =>
      withUser(login, async (user) => {
        const now = nowSec(clock)
        const lifetimeSec = days * daySec
        const about = { userId: user.id, device: name, network: '', nowSec: now, expiresAt: now + lifetimeSec }
        const sessionId = await sessions.add({ ...about, byOperator: true, passwordHash: null })
        if (sessionId === null) return null
        return { user, token: await tokens.issue({ userId: user.id, sessionId, nowSec: now, lifetimeSec }) }
      }),
  }
}
