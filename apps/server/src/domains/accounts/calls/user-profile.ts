import { userInfo, userPortrait, userUpdate } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { usersChanged } from '../accounts-events.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import { parseNickname, parseQq } from '../accounts-rules.ts'
import type { UserChange } from '../user-store.ts'
import { requireUser } from '../require-user.ts'

/** `userInfo`, `userUpdate` and `userPortrait`: the profile of a user. */
export function mountUserProfile(registry: CallRegistry, { events, infoOf, users, portraits }: AccountsParts): void {
  mountCall(registry, userInfo, async ({ viewer }) => infoOf(await requireUser(users, viewer.id)))

  mountCall(registry, userUpdate, async ({ send, viewer, refuse }) => {
    const change: UserChange = {}
    if (send.userNickName !== undefined) change.nickname = parseNickname(send.userNickName) ?? refuse('NicknameInvalid')
    if (send.userQq !== undefined) change.qq = parseQq(send.userQq) ?? refuse('QqInvalid')
    if (send.hidesScores !== undefined) change.hidesScores = send.hidesScores
    await users.change(viewer.id, change)
    if (change.nickname !== undefined) events.announce(usersChanged, { userIds: [viewer.id] })
    return infoOf(await requireUser(users, viewer.id))
  })

  mountCall(
    registry,
    userPortrait,
    async ({ send, viewer, refuse }) => {
      const portrait = send.image === '' ? '' : await portraits.store(Buffer.from(send.image, 'base64'))
      if (portrait === null) return refuse('PortraitInvalid')
      const before = await users.changePortrait(viewer.id, portrait)
      events.announce(usersChanged, { userIds: [viewer.id] })
      // If the account was deleted meanwhile, nothing else would remove the new file.
      const unused = before ?? portrait
      if (unused !== '') await portraits.remove(unused)
      return infoOf(await requireUser(users, viewer.id))
    },
    { limit: { points: 20, perSec: 60 } },
  )
}
