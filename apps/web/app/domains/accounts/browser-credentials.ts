/**
 * The browser's own store of passwords (Credential Management, level 1). Only Chromium has it, and only on https; elsewhere
 * nothing is stored or found, and the browser's password manager works by the fields' `autocomplete` alone.
 */

interface Login {
  account: string
  password: string
}

declare global {
  interface Window {
    PasswordCredential?: new (data: { id: string; password: string }) => Credential
  }
  interface CredentialRequestOptions {
    password?: boolean
  }
}

/** The store; null where there is none. */
const storeOf = (): CredentialsContainer | null =>
  'PasswordCredential' in window && 'credentials' in navigator ? navigator.credentials : null

/** Offers the password to the browser, which asks the user where it has to. */
export async function storeCredential({ account, password }: Login): Promise<void> {
  const { PasswordCredential } = window
  if (!PasswordCredential || account === '' || password === '') return
  // The browser may refuse: by its settings, or because this page is in a frame.
  await storeOf()
    ?.store(new PasswordCredential({ id: account, password }))
    .catch(() => undefined)
}

/** The stored password of an account, if the browser gives it without asking; null otherwise. */
export async function findPassword(account: string): Promise<string | null> {
  // Silent: opening a dialog must not open another one of the browser.
  const found = await storeOf()
    ?.get({ password: true, mediation: 'silent' })
    .catch(() => null)
  return found && found.id === account && 'password' in found && typeof found.password === 'string'
    ? found.password
    : null
}
