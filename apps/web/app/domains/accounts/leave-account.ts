import type { Script } from '@yunmu/contract'
import { callOnce } from '../../lib/call-query.ts'
import { finishBeforeLeaving, signOutAndLeave } from '../../lib/session.ts'

/** Signs out because somebody asked to. This browser forgets the session even where the server could not be told. */
export async function leaveAccount(script: Script): Promise<void> {
  await finishBeforeLeaving()
  await callOnce('userLogout', {}, script).catch(() => undefined)
  signOutAndLeave()
}
