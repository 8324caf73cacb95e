import type { Script } from '@yunmu/contract'
import { callOnce } from '../../lib/calls/call-query.ts'
import { runBeforeSignOut, signOutAndLeave } from '../../lib/session/session.ts'

/** Upper bound of each step: on an unresponsive network a step could otherwise take minutes. */
const stepTimeoutMs = 3000

const withTimeout = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, stepTimeoutMs))])

/** Signs out on the user's request. Removes the local session even if the server is unreachable. */
export async function requestSignOut(script: Script): Promise<void> {
  await withTimeout(runBeforeSignOut())
  await withTimeout(callOnce('userLogout', {}, script).catch(() => undefined))
  clearTabStorage()
  signOutAndLeave()
}

/** Clears session storage, which contains drafts of the user. */
function clearTabStorage(): void {
  try {
    sessionStorage.clear()
  } catch {
    // Storage is blocked: drafts exist in this page's memory only.
  }
}
