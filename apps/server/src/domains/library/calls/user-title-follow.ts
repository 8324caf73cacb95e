import { maxReminders, userTitleFollow } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserTitleFollow(registry: CallRegistry, { reminders, titles }: LibraryParts): void {
  mountCall(registry, userTitleFollow, async ({ send: { id }, viewer, nowMs, refuse }) => {
    const nowSec = Math.floor(nowMs / 1000)
    if (!(await titles.visible([id])).has(id)) return refuse('NoSuchTitle')
    const playableLevel = (await titles.playableEpisodes([id], nowSec)).get(id)?.level ?? 0
    const outcome = await reminders.follow(viewer.id, { id, playableLevel }, { nowSec, maxReminders })
    if (outcome === 'full') return refuse('TooManyReminders')
    return outcome === 'added' ? {} : refuse('AlreadyDone')
  })
}
