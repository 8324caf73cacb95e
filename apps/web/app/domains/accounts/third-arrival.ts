import type { Script } from '@yunmu/contract'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { openDialog, type Ticket } from '../../lib/shell/dialogs.ts'
import { readUser, signIn } from '../../lib/session/session.ts'
import { takeReturn, type ThirdPartyReturn } from '../../lib/session/third-party-flow.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { accountTexts } from './account-texts.ts'
import { isSingleLogin } from './single-login.ts'

/** What of a ticket is sent. */
export const sentTicket = ({ authType, accessToken, accessSecret }: Ticket) => ({ authType, accessToken, accessSecret })

/** Goes on with what was kept of the address, where that is about a way through another site. */
export async function arrive(fragment: string, script: Script): Promise<void> {
  const found = takeReturn(fragment)
  if (found) await settleReturn(found, script)
}

/** Goes on with somebody who came back from another site: binds, signs in, or asks who they are here. */
export async function settleReturn({ intent, userId, ticket }: ThirdPartyReturn, script: Script): Promise<void> {
  const texts = accountTexts[script]
  if (!ticket) {
    showToast({ text: texts.ticketGone, kind: 'warning' })
    return
  }
  try {
    const user = readUser()
    if (intent === 'bind' && user) {
      // Another page of this browser may have signed in somebody else meanwhile.
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
