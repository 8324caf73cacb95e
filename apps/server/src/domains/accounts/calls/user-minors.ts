import { userMinors } from '@yunmu/contract'
import { minorsCode as codeShape } from '@yunmu/contract/constants'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import { usersChanged } from '../accounts-events.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import { requireUser } from '../require-user.ts'

/** A code of six digits is guessed in more than a year at this rate. */
const limit: RateLimit = { points: 10, perSec: 600 }

export function mountUserMinors(registry: CallRegistry, { users, passwords, events, infoOf }: AccountsParts): void {
  mountCall(
    registry,
    userMinors,
    async ({ send, viewer, refuse }) => {
      const code = send.code.trim()
      if (!codeShape.test(code)) return refuse('MinorsCodeInvalid')
      const { minorsCode } = await requireUser(users, viewer.id)
      const queueKey = `user ${viewer.id}`
      // Neither turning it off nor a new code is possible without the present one.
      if (minorsCode !== '' && !(await passwords.verify(minorsCode, code, queueKey))) return refuse('MinorsCodeWrong')
      const next = send.on ? minorsCode || (await passwords.hash(code, queueKey)) : ''
      await users.change(viewer.id, { minorsCode: next })
      events.announce(usersChanged, { userIds: [viewer.id] })
      return infoOf(await requireUser(users, viewer.id))
    },
    { limit, admittedAs: 'none' },
  )
}
