import { onSessionChange, readToken, readUser } from './session.ts'

const currentUser = () => ({ token: readToken(), userId: readUser()?.userId ?? null })

/**
 * Calls back when another user signs in or the user signs out, in any tab of the browser. Renewed sessions and newly
 * loaded user data are no change. Returns the unsubscribe function.
 */
export function onUserChange(listener: () => void): () => void {
  let before = currentUser()
  return onSessionChange(() => {
    const now = currentUser()
    const isSame = now.token === before.token || (now.userId !== null && now.userId === before.userId)
    before = now
    if (!isSame) listener()
  })
}
