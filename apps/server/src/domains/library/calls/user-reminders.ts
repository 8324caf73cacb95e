import { userReminders } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserReminders(registry: CallRegistry, { reminders, titles, subjects }: LibraryParts): void {
  mountCall(registry, userReminders, async ({ viewer, nowMs }) => {
    const nowSec = Math.floor(nowMs / 1000)
    const [followed, coming] = await Promise.all([reminders.followed(viewer.id), reminders.programmes(viewer.id)])
    const [cards, channels] = await Promise.all([
      titles.cards(
        followed.map(({ titleId }) => titleId),
        nowSec,
      ),
      subjects.cards('live', [...new Set(coming.map(({ channelId }) => channelId))], nowSec),
    ])
    const channelOf = new Map(channels.map((channel) => [channel.id, channel]))
    return {
      titles: cards,
      programmes: coming.flatMap(({ channelId, startSec, name }) => {
        const channel = channelOf.get(channelId)
        return channel ? [{ channel, start: startSec, name }] : []
      }),
    }
  })
}
