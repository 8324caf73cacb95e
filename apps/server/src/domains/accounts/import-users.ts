import { isReserved, nameKey, parseEmail, parseNickname, parseQq } from './accounts-rules.ts'
import { legacyHash } from './passwords/legacy-hashes.ts'
import type { ImportedRow, UserStore } from './user-store.ts'

/** An account of an older system. */
export interface ImportedUser {
  /** Its id here, if it was imported before. */
  knownId: number | null
  /** Its id there, which makes a name that is taken another one. */
  oldId: number
  name: string
  nickname: string
  email: string
  qq: string
  /** As the older system stores it. */
  passwordHash: string
  /** Unix seconds. */
  createdSec: number
  disabled: boolean
}

/** What became of an account. */
export interface SavedUser {
  /** Null if it was not added: its name is empty, or nothing was to be written. */
  id: number | null
  /** The name that it has here. */
  name: string
  /** Its name was taken, so that it has another one. */
  isRenamed: boolean
  /** Its e-mail address was taken or is none. */
  lostEmail: boolean
  /** Its hash cannot be checked: the owner needs a new password. */
  lostPassword: boolean
}

const maxNameLength = 40

/** Names are kept as they are, because their owners sign in with them. A colon belongs to the demonstration programme. */
const cleanName = (name: string): string =>
  [...name.normalize('NFKC').replace(/[\p{C}\p{Z}:@]+/gu, '')].slice(0, maxNameLength).join('')

interface Plan {
  row: ImportedRow
  saved: SavedUser
}

/** Names and addresses of accounts that are not known yet, so that none has that of another one. */
function planUsers(users: readonly ImportedUser[], taken: { names: Set<string>; emails: Set<string> }): Plan[] {
  return users.map((user) => {
    const wanted = cleanName(user.name) || cleanName(user.email.split('@', 1)[0] ?? '')
    const isTaken = (key: string): boolean => taken.names.has(key) || isReserved(key)
    const name = wanted !== '' && isTaken(nameKey(wanted)) ? `${wanted}_${user.oldId}` : wanted
    // Some signed in with an e-mail address as their name.
    const email = [user.email, user.name].map(parseEmail).find((address) => address !== null) ?? null
    const freeEmail = email !== null && !taken.emails.has(email) ? email : null
    taken.names.add(nameKey(name))
    if (freeEmail !== null) taken.emails.add(freeEmail)
    const hash = legacyHash(user.passwordHash)
    return {
      row: {
        name,
        nickname: parseNickname([...user.nickname].slice(0, 20).join('')) ?? name,
        email: freeEmail,
        passwordHash: hash ?? '',
        createdAt: user.createdSec,
        qq: parseQq(user.qq) ?? '',
        disabled: user.disabled,
      },
      saved: {
        id: null,
        name,
        isRenamed: name !== wanted,
        lostEmail: user.email.trim() !== '' && freeEmail === null,
        lostPassword: hash === null && user.passwordHash !== '',
      },
    }
  })
}

/** Adds users of an older system, and gives known ones their new hash. With `dry` nothing is written. */
export async function importUsers(
  store: Pick<UserStore, 'taken' | 'addAll' | 'replaceLegacyHashes'>,
  users: readonly ImportedUser[],
  dry: boolean,
): Promise<SavedUser[]> {
  const unknown = users.filter(({ knownId }) => knownId === null)
  const taken = await store.taken(
    unknown.map(({ name }) => nameKey(cleanName(name))),
    unknown.flatMap(({ email, name }) => [email, name].flatMap((text) => parseEmail(text) ?? [])),
  )
  const plans = new Map(planUsers(unknown, taken).map((plan, at) => [unknown[at], plan]))
  const rows = [...plans.values()].map(({ row }) => row).filter(({ name }) => name !== '')
  const ids = dry || rows.length === 0 ? new Map<string, number>() : await store.addAll(rows)
  const hashes = new Map<number, string>()
  for (const { knownId, passwordHash } of users) {
    const hash = legacyHash(passwordHash)
    if (knownId !== null && hash !== null) hashes.set(knownId, hash)
  }
  if (!dry && hashes.size > 0) await store.replaceLegacyHashes(hashes)
  return users.map((user) => {
    const plan = plans.get(user)
    if (plan) return { ...plan.saved, id: ids.get(nameKey(plan.row.name)) ?? null }
    return { id: user.knownId, name: user.name, isRenamed: false, lostEmail: false, lostPassword: false }
  })
}
