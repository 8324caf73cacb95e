import { vodUpdates } from '@yunmu/contract'
import { daySpan } from '@yunmu/contract/china-time'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { categoriesChanged, titlesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { offsetOf } from '../listing/listing-rules.ts'
import { titleUpdates } from '../title-updates.ts'
import { parseDay } from '../update-rules.ts'

export function mountVodUpdates(registry: CallRegistry, parts: CatalogParts): void {
  mountCall(
    registry,
    vodUpdates,
    async ({ send, nowMs }) => {
      const { type, page, size } = send
      const offset = offsetOf(page, size)
      if (offset === null) return { list: [], total: 0, page, size }
      const span = daySpan(parseDay(send.day, nowMs))
      const [day] = await titleUpdates(parts, { type, ...span, offset, limit: size }, nowMs)
      return { list: day?.list ?? [], total: day?.total ?? 0, page, size }
    },
    { cachedUntil: [categoriesChanged], refreshedBy: [titlesChanged] },
  )
}
