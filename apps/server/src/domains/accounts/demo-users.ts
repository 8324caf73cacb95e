import type { AccountsParts } from './accounts-needs.ts'
import { deleteDueAccounts } from './delete-due-accounts.ts'

export interface DemoPerson {
  nickname: string
  /** Address of a drawn picture. */
  portrait: string
}

/** Users of the demonstration programme: nobody can sign in as one. */
export interface DemoUsers {
  /** Adds the missing ones, by key; returns ids by key. Those without a portrait get theirs. */
  seed(people: ReadonlyMap<string, DemoPerson>, joinedSec: number): Promise<Map<string, number>>
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
    async seed(people, joinedSec) {
      const ids = new Map<string, number>()
      for (const [key, { nickname, portrait }] of people) {
        const name = `${prefix}${key}`
        const known = await users.byLogin(name)
        const added =
          known?.id ?? (await users.add({ name, nickname, email: null, passwordHash: '', createdAt: joinedSec }))
        if (typeof added === 'string') continue
        if ((known?.portrait ?? '') === '') await users.changePortrait(added, portrait)
        ids.set(key, added)
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
