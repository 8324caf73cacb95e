import { totalCap, vodHistoryList } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { historyItems } from '../history.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountVodHistoryList(
  registry: CallRegistry,
  { collector, records, titles, subjects, toSimplified }: LibraryParts,
): void {
  mountCall(registry, vodHistoryList, async ({ send: { kind, q, page, size }, viewer, nowMs }) => {
    await collector.flushUser(viewer.id)
    const filter = { type: kind === 'all' ? null : kind, name: toSimplified(q.trim()) }
    const [total, found] = await Promise.all([
      records.count(viewer.id, filter),
      records.list(viewer.id, filter, { offset: (page - 1) * size, limit: size }),
    ])
    const list = await historyItems({ titles, subjects }, found, Math.floor(nowMs / 1000))
    return { list, total: Math.min(total, totalCap), page, size }
  })
}
