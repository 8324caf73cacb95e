import { userWatches } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { historyItems } from '../history.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserWatches(registry: CallRegistry, { collector, records, titles, subjects }: LibraryParts): void {
  mountCall(registry, userWatches, async ({ send, viewer, nowMs }) => {
    await collector.flushUser(viewer.id)
    const newest = await records.list(viewer.id, { type: null, name: '' }, { offset: 0, limit: send.count })
    return { list: await historyItems({ titles, subjects }, newest, Math.floor(nowMs / 1000)) }
  })
}
