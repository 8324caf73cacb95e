import { vodWatchRecord } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { historyItems } from '../history.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountVodWatchRecord(
  registry: CallRegistry,
  { collector, records, opinions, lists, reminders, titles, subjects }: LibraryParts,
): void {
  mountCall(registry, vodWatchRecord, async ({ send, viewer, nowMs, refuse }) => {
    if (!(await titles.visible([send.id])).has(send.id)) return refuse('NoSuchTitle')
    await collector.flushUser(viewer.id)
    const [stored, opinion, later, followed] = await Promise.all([
      records.find(viewer.id, { kind: 'vod', refId: send.id }),
      opinions.of(viewer.id, send.id),
      lists.isLater(viewer.id, send.id),
      reminders.isFollowed(viewer.id, send.id),
    ])
    const [record] = stored ? await historyItems({ titles, subjects }, [stored], Math.floor(nowMs / 1000)) : []
    return { record: record ?? null, ...opinion, later, followed }
  })
}
