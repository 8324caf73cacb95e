import type { Script } from '@yunmu/contract'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { openDialog, type Ticket } from '../../lib/shell/dialogs.ts'
import { readUser, signIn } from '../../lib/session/session.ts'
import { takeReturn, type ThirdPartyReturn } from '../../lib/session/third-party-flow.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { accountTexts } from './account-texts.ts'
import { isSingleLogin } from './single-login.ts'

/** The part of a ticket that calls take. */
export const ticketInput = ({ authType, accessToken, accessSecret }: Ticket) => ({
  authType,
  accessToken,
  accessSecret,
})

/** Handles a saved fragment if it belongs to a third-party login. */
export async function handleThirdPartyFragment(fragment: string, script: Script): Promise<void> {
  const found = takeReturn(fragment)
  if (found) await handleThirdPartyReturn(found, script)
}

/** Continues after the return from another site: binds the account, signs in, or asks to register. */
export async function handleThirdPartyReturn(
  { intent, userId, ticket }: ThirdPartyReturn,
  script: Script,
): Promise<void> {
  const texts = accountTexts[script]
  if (!ticket) {
    showToast({ text: texts.ticketGone, kind: 'warning' })
    return
  }
  try {
    const user = readUser()
    if (intent === 'bind' && user) {
      // Another tab may have signed in as a different user meanwhile.
      if (user.userId !== userId) {
        showToast({ text: texts.boundByOther, kind: 'warning' })
        return
      }
      if (user.hasPassword) {
        void openDialog('thirdBind', { ...ticket, name: '' }, 'own')
        return
      }
      signIn(await callOnce('userThirdBind', { ...ticket, username: '', password: '' }, script))
      showToast({ text: texts.bound, kind: 'done' })
      return
    }
    const { signedIn, name } = await callOnce('userThirdLogin', { ...ticket, single: isSingleLogin() }, script)
    if (!signedIn) {
      void openDialog('thirdRegister', { ...ticket, name })
      return
    }
    signIn(signedIn)
    showToast({ text: texts.loggedIn, kind: 'done' })
  } catch (err) {
    if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
    showToast({ text: err.message, kind: 'warning' })
  }
}
