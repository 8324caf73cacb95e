import { userThirdRegister } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { RefusalError } from '../../../platform/http/refusal-error.ts'
import type { ThirdParts } from '../third-needs.ts'
import { refusalOfBinding, ticketLimit } from '../third-rules.ts'

export function mountUserThirdRegister(
  registry: CallRegistry,
  { providers, tickets, identities, accounts }: ThirdParts,
): void {
  mountCall(
    registry,
    userThirdRegister,
    async ({ send, visitor, nowMs, refuse }) => {
      const nowSec = Math.floor(nowMs / 1000)
      const { email, code } = send
      if (!providers.has(send.authType)) return refuse('ThirdUnavailable')
      const identity = await tickets.find(send, nowSec)
      if (!identity) return refuse('TicketInvalid')
      if ((await identities.ownerOf(send.authType, identity.subject)) !== undefined) return refuse('ThirdTaken')
      if (!(await tickets.countTry(send, nowSec))) return refuse('TicketInvalid')
      const registration = { email, code, nickname: identity.name }
      // The account and its only sign-in method are created together or not at all.
      const bindInTransaction = async (tx: Kysely<unknown>, newUserId: number): Promise<void> => {
        const outcome = await identities.bindWithin(tx, send, newUserId, nowSec)
        if (outcome !== 'bound') refuse(refusalOfBinding[outcome])
      }
      try {
        return await accounts.signIn(await accounts.registerWithCode(registration, bindInTransaction), {
          visitor,
          single: false,
        })
      } catch (err) {
        const isWrong = err instanceof RefusalError && err.refusal === 'CodeWrong'
        await (isWrong ? tickets.deleteExhausted(send, nowSec) : tickets.refundTry(send, nowSec))
        throw err
      }
    },
    { limit: ticketLimit },
  )
}
