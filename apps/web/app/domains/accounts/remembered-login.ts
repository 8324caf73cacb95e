import { readStored, removeStored, writeStored } from '../../lib/storage.ts'

/** Login data stored in this browser; never the password. */
interface RememberedLogin {
  account: string
  /** Lets this browser sign in while the account is locked because of password guessing. Not a credential by itself. */
  device: string
}

const storageKey = 'tokens'

const isRemembered = (value: unknown): value is RememberedLogin =>
  value instanceof Object &&
  'account' in value &&
  typeof value.account === 'string' &&
  'device' in value &&
  typeof value.device === 'string'

export function rememberedLogin(): RememberedLogin | null {
  try {
    const value: unknown = JSON.parse(readStored(storageKey) ?? 'null')
    return isRemembered(value) ? value : null
  } catch {
    return null
  }
}

/** Stores the login for the next time; null removes it. */
export function rememberLogin(login: RememberedLogin | null): void {
  if (login) writeStored(storageKey, JSON.stringify({ account: login.account, device: login.device }))
  else removeStored(storageKey)
}
