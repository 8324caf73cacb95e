import { userExport, userLeave, userStay } from '@yunmu/contract'
import { nowSec } from '../../../platform/process/clock.ts'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { deletionScheduledMail, mailOwner } from '../account-mails.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import { exportRule, deletionGraceSec } from '../accounts-rules.ts'
import { collectExport } from '../collect-export.ts'
import { requireUser } from '../require-user.ts'

/** A user's own data: export it, request its deletion, cancel that. */
export function mountUserData(registry: CallRegistry, parts: AccountsParts): void {
  const { clock, infoOf, mailer, signIn, throttle, users } = parts

  mountCall(registry, userExport, async ({ viewer, refuse }) => {
    const user = await requireUser(users, viewer.id)
    const waitSec = await throttle.attempt([{ key: `export ${user.id}`, rule: exportRule }], nowSec(clock))
    if (waitSec > 0) return refuse('ExportTooSoon', waitSec)
    return { file: JSON.stringify(await collectExport(parts, user), null, 2) }
  })

  mountCall(
    registry,
    userLeave,
    async ({ send, viewer }) => {
      const user = await requireUser(users, viewer.id)
      await signIn.confirmPassword(user, send.password)
      const leaveAt = user.leaveAt === 0 ? nowSec(clock) + deletionGraceSec : user.leaveAt
      await users.change(user.id, { leaveAt })
      if (user.leaveAt === 0) await mailOwner(mailer, user, deletionScheduledMail)
      return infoOf({ ...user, leaveAt })
    },
    { admittedAs: 'none' },
  )

  mountCall(registry, userStay, async ({ viewer }) => {
    const user = await requireUser(users, viewer.id)
    await users.change(user.id, { leaveAt: 0 })
    return infoOf({ ...user, leaveAt: 0 })
  })
}
