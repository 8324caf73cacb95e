import type { Transaction } from 'kysely'
import { appendAudit, undoForSec, type UndoableAct } from '../../platform/audit/audit.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { sessionsEnded, usersChanged } from './accounts-events.ts'
import type { AccountsParts } from './accounts-needs.ts'
import type { AccountsTables } from './accounts-tables.ts'
import { deleteAccounts } from './delete-due-accounts.ts'
import { createSessionStore } from './sessions/session-store.ts'
import { createUserStore, type User } from './user-store.ts'

/** A user with how much the station has of it. */
export interface ShownUser extends User {
  /** Open sessions and tokens, at most a hundred. */
  sessions: number
  /** Of orders and comments. */
  counts: Record<string, number>
}

type Done = { entryId: number }

/** What operators do with users, by number: at the command line and by calls. Acts are in the audit log. */
export interface UserCorrections {
  /** By number, or a part of a name, nickname or e-mail address; without a text the newest. */
  find(text: string, limit: number): Promise<User[]>
  show(id: number): Promise<ShownUser | null>
  /** A disabled user cannot sign in and is signed out everywhere. It can be undone. */
  setDisabled(actor: string, id: number, disabled: boolean): Promise<Done | 'NoSuchUser' | 'NothingChanged'>
  /** Deletes a user as its own request does, but at once. It cannot be undone. */
  remove(actor: string, id: number): Promise<Done | 'NoSuchUser'>
  readonly undoable: readonly UndoableAct[]
}

type CorrectionNeeds = Pick<
  AccountsParts,
  'clock' | 'db' | 'events' | 'log' | 'users' | 'sessions' | 'personalData' | 'portraits'
>

const domain = 'accounts'
const disableAct = 'user disable'
const subjectOf = (id: number): string => `user ${id}`
const idOf = (subject: string): number => Number(subject.slice('user '.length))
const isDisabled = (stored: unknown): boolean =>
  stored instanceof Object && 'disabled' in stored && stored.disabled === true

export function createUserCorrections(parts: CorrectionNeeds): UserCorrections {
  const { clock, db, events, users, sessions, personalData } = parts
  const storeIn = (tx: Transaction<unknown>) => createUserStore(tx.withTables<AccountsTables>())

  /** Returns what to do after the commit. */
  const setIn = async (tx: Transaction<unknown>, id: number, disabled: boolean): Promise<() => void> => {
    const accountsTx = tx.withTables<AccountsTables>()
    await createUserStore(accountsTx).change(id, { disabled })
    if (disabled) {
      const ended = { exceptId: null, keepIssuedTokens: false, nowSec: nowSec(clock), reason: 'disabled' as const }
      await createSessionStore(accountsTx).endAll(id, ended)
    }
    const event = disabled ? sessionsEnded : usersChanged
    await events.announceIn(tx, event, { userIds: [id] })
    return () => events.announce(event, { userIds: [id] })
  }

  return {
    find: users.find,

    async show(id) {
      const user = await users.byId(id)
      if (!user) return null
      const [open, counts] = await Promise.all([sessions.list(id, nowSec(clock)), personalData.countsOf(id)])
      return { ...user, sessions: open.length, counts }
    },

    async setDisabled(actor, id, disabled) {
      const done = await db.transaction().execute(async (tx) => {
        const before = await storeIn(tx).lockState(id)
        if (!before) return 'NoSuchUser' as const
        if (before.disabled === disabled) return 'NothingChanged' as const
        const afterCommit = await setIn(tx, id, disabled)
        const atSec = nowSec(clock)
        const what = { domain, act: disableAct, subject: subjectOf(id), actor, atSec, undoUntilSec: atSec + undoForSec }
        return { entryId: await appendAudit(tx, { ...what, before, after: { disabled } }), afterCommit }
      })
      if (typeof done === 'string') return done
      done.afterCommit()
      return { entryId: done.entryId }
    },

    async remove(actor, id) {
      let entryId = 0
      const ids = await deleteAccounts(parts, async (tx) => {
        if (!(await storeIn(tx).lockState(id))) return []
        // Nothing of the person: the entry stays.
        const what = { domain, act: 'user delete', subject: subjectOf(id), actor, atSec: nowSec(clock) }
        entryId = await appendAudit(tx, { ...what, before: null, after: null })
        return [id]
      })
      return ids.length === 0 ? 'NoSuchUser' : { entryId }
    },

    undoable: [
      {
        domain,
        act: disableAct,
        current: (tx, { subject }) => storeIn(tx).lockState(idOf(subject)),
        restore: (tx, { subject, before }) => setIn(tx, idOf(subject), isDisabled(before)),
      },
    ],
  }
}
