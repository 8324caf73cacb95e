import type { AccountsParts } from './accounts-needs.ts'
import { deleteDueAccounts } from './delete-due-accounts.ts'

/** People of the demonstration programme: nobody can sign in as one. */
export interface DemoUsers {
  /** Puts up those that are missing. Names by key; returns ids by key. */
  seed(names: ReadonlyMap<string, string>, joinedSec: number): Promise<Map<string, number>>
  /** Lets them go, with all that they wrote. */
  remove(): Promise<void>
}

/** No name that a person may choose holds a colon: what begins so is the programme's. */
const prefix = 'demo:'

export function createDemoUsers(
  parts: Pick<AccountsParts, 'db' | 'deletionHooks' | 'events' | 'log' | 'portraits' | 'users'>,
): DemoUsers {
  const { users } = parts
  return {
    async seed(names, joinedSec) {
      const ids = new Map<string, number>()
      for (const [key, nickname] of names) {
        const name = `${prefix}${key}`
        const person = { name, nickname, email: null, passwordHash: '', createdAt: joinedSec }
        const added = await users.add(person)
        const id = typeof added === 'string' ? (await users.byLogin(name))?.id : added
        if (id !== undefined) ids.set(key, id)
      }
      return ids
    },
    async remove() {
      // Their time of grace is over before it began.
      await users.expireByNamePrefix(prefix)
      await deleteDueAccounts(parts, 1)
    },
  }
}
