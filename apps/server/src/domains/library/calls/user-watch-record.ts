import { userWatchRecord } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { historyItems } from '../history.ts'
import type { LibraryParts } from '../library-parts.ts'
import { kindOf } from '../record-rules.ts'

export function mountUserWatchRecord(
  registry: CallRegistry,
  { collector, records, titles, subjects }: LibraryParts,
): void {
  mountCall(registry, userWatchRecord, async ({ send: { type, id }, viewer, nowMs }) => {
    await collector.flushUser(viewer.id)
    const stored = await records.find(viewer.id, { kind: kindOf(type), refId: id })
    const [record] = stored ? await historyItems({ titles, subjects }, [stored], Math.floor(nowMs / 1000)) : []
    return { record: record ?? null }
  })
}
