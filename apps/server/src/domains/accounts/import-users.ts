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

/** Names that are tried for a user before it is given up: each of them was taken by somebody on purpose. */
const maxNames = 20

/** The name of a user, then what it becomes if that is taken. */
function nameOf(wanted: string, oldId: number, attempt: number): string {
  if (attempt === 0) return wanted
  return attempt === 1 ? `${wanted}_${oldId}` : `${wanted}_${oldId}_${attempt}`
}

/**
 * A free name for each user, empty for none: those who can keep theirs come first. Old ids are public, so that another one may
 * have what a user would be renamed to.
 */
async function chooseNames(store: Pick<UserStore, 'taken'>, users: readonly ImportedUser[]): Promise<string[]> {
  const wanted = users.map(({ name, email }) => cleanName(name) || cleanName(email.split('@', 1)[0] ?? ''))
  const chosen = users.map(() => '')
  const used = new Set<string>()
  let waiting = [...users.keys()].filter((at) => wanted[at] !== '')
  for (let attempt = 0; attempt < maxNames && waiting.length > 0; attempt++) {
    const tried = waiting.map((at) => ({ at, name: nameOf(wanted[at] ?? '', users[at]?.oldId ?? 0, attempt) }))
    const { names } = await store.taken(
      tried.map(({ name }) => nameKey(name)),
      [],
    )
    waiting = []
    for (const { at, name } of tried) {
      const key = nameKey(name)
      if (used.has(key) || names.has(key) || isReserved(key)) {
        waiting.push(at)
        continue
      }
      used.add(key)
      chosen[at] = name
    }
  }
  return chosen
}

/** The addresses of users, null for none or one that is taken. Their own come before those that are written as names. */
async function chooseEmails(
  store: Pick<UserStore, 'taken'>,
  users: readonly ImportedUser[],
): Promise<(string | null)[]> {
  const own = users.map(({ email }) => parseEmail(email))
  // Some signed in with an e-mail address as their name.
  const named = users.map(({ name }) => parseEmail(name))
  const { emails: used } = await store.taken(
    [],
    [...own, ...named].flatMap((email) => email ?? []),
  )
  const take = (email: string | null | undefined): string | null => {
    if (email === null || email === undefined || used.has(email)) return null
    used.add(email)
    return email
  }
  const first = own.map(take)
  return first.map((email, at) => email ?? (own[at] === null ? take(named[at]) : null))
}

interface Plan {
  row: ImportedRow
  saved: SavedUser
}

/** Names and addresses of accounts that are not known yet, so that none has that of another one. */
async function planUsers(store: Pick<UserStore, 'taken'>, users: readonly ImportedUser[]): Promise<Plan[]> {
  const [names, emails] = [await chooseNames(store, users), await chooseEmails(store, users)]
  return users.map((user, at) => {
    const [name = '', email = null] = [names[at], emails[at]]
    const hash = legacyHash(user.passwordHash)
    const wanted = cleanName(user.name) || cleanName(user.email.split('@', 1)[0] ?? '')
    return {
      row: {
        name,
        nickname: parseNickname([...user.nickname].slice(0, 20).join('')) ?? name,
        email,
        passwordHash: hash ?? '',
        createdAt: user.createdSec,
        qq: parseQq(user.qq) ?? '',
        disabled: user.disabled,
      },
      saved: {
        id: null,
        name,
        isRenamed: name !== wanted,
        lostEmail: user.email.trim() !== '' && email === null,
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
  const plans = new Map((await planUsers(store, unknown)).map((plan, at) => [unknown[at], plan]))
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
