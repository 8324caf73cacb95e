import { userThirdLogin } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { ThirdParts } from '../third-needs.ts'
import { ticketLimit } from '../third-rules.ts'

export function mountUserThirdLogin(
  registry: CallRegistry,
  { providers, tickets, identities, accounts }: ThirdParts,
): void {
  mountCall(
    registry,
    userThirdLogin,
    async ({ send, visitor, nowMs, refuse }) => {
      const nowSec = Math.floor(nowMs / 1000)
      if (!providers.has(send.authType)) return refuse('ThirdUnavailable')
      const identity = await tickets.find(send, nowSec)
      if (!identity) return refuse('TicketInvalid')
      const userId = await identities.ownerOf(send.authType, identity.subject)
      if (userId === undefined) return { signedIn: null, name: identity.name }
      if (!(await tickets.consume(send, nowSec))) return refuse('TicketInvalid')
      return { signedIn: await accounts.signIn(userId, { visitor, single: send.single ?? false }), name: identity.name }
    },
    { limit: ticketLimit },
  )
}
