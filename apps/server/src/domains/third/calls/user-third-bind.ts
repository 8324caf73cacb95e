import { userThirdBind } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { ThirdParts } from '../third-needs.ts'
import { refusalOfBinding, ticketLimit } from '../third-rules.ts'

export function mountUserThirdBind(
  registry: CallRegistry,
  { providers, tickets, identities, accounts }: ThirdParts,
): void {
  mountCall(
    registry,
    userThirdBind,
    async ({ send, viewer, visitor, nowMs, refuse }) => {
      const nowSec = Math.floor(nowMs / 1000)
      const provider = providers.get(send.authType) ?? refuse('ThirdUnavailable')
      // Before the password is checked: without a ticket this call must not allow password guesses.
      if (!(await tickets.find(send, nowSec))) return refuse('TicketInvalid')
      const session = send.username === '' ? viewer : null
      // A bound login outlives all sessions, so a stolen session must not be enough.
      if (session) await accounts.confirmPassword(session.id, send.password)
      const userId = session ? session.id : await accounts.authenticate(send, visitor)
      const outcome = await identities.bind(send, userId, nowSec)
      if (outcome !== 'bound') return refuse(refusalOfBinding[outcome])
      await accounts.mailOwner(userId, 'bound', provider.name)
      return session
        ? accounts.reissueToken(session)
        : accounts.signIn(userId, { visitor, single: send.single ?? false })
    },
    { limit: ticketLimit },
  )
}
