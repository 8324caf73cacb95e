import type { AccountsParts } from './accounts-needs.ts'
import { deleteDueAccounts } from './delete-due-accounts.ts'

/** Users of the demonstration programme: nobody can sign in as one. */
export interface DemoUsers {
  /** Adds the missing ones. `names` are by key; returns ids by key. */
  seed(names: ReadonlyMap<string, string>, joinedSec: number): Promise<Map<string, number>>
  /** Deletes them and all that they wrote. */
  remove(): Promise<void>
}

/** Users cannot choose a name with a colon, so this prefix belongs to the programme. */
const prefix = 'demo:'

export function createDemoUsers(
  parts: Pick<AccountsParts, 'db' | 'personalData' | 'events' | 'log' | 'portraits' | 'users'>,
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
      // Sets a deletion date in the past, so that no grace period applies.
      await users.expireByNamePrefix(prefix)
      await deleteDueAccounts(parts, 1)
    },
  }
}
