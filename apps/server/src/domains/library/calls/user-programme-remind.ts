import { maxReminders, userProgrammeRemind } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserProgrammeRemind(registry: CallRegistry, { reminders, programmes }: LibraryParts): void {
  mountCall(registry, userProgrammeRemind, async ({ send: { id }, viewer, nowMs, refuse }) => {
    const programme = await programmes.find(id, nowMs)
    if (!programme || programme.start * 1000 <= nowMs) return refuse('NoSuchProgramme')
    const { channelId, start, name, sub } = programme
    const reminder = { channelId, startSec: start, name: [name, sub].filter((word) => word !== '').join(' ') }
    const outcome = await reminders.remind(viewer.id, reminder, { maxReminders })
    if (outcome === 'full') return refuse('TooManyReminders')
    return outcome === 'added' ? {} : refuse('AlreadyDone')
  })
}
