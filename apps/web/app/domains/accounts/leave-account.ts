import type { Script } from '@yunmu/contract'
import { callOnce } from '../../lib/calls/call-query.ts'
import { runBeforeSignOut, signOutAndLeave } from '../../lib/session/session.ts'

/** How long each step may hold up who wants to go: a network that answers nothing does so for minutes. */
const patienceMs = 3000

const inTime = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, patienceMs))])

/** Signs out because somebody asked to. This browser forgets the session even where the server could not be told. */
export async function leaveAccount(script: Script): Promise<void> {
  await inTime(runBeforeSignOut())
  await inTime(callOnce('userLogout', {}, script).catch(() => undefined))
  forgetTab()
  signOutAndLeave()
}

/** What the tab has kept of a person, such as what they began to write, goes with them. */
function forgetTab(): void {
  try {
    sessionStorage.clear()
  } catch {
    // What is kept for this page alone goes with the page.
  }
}
