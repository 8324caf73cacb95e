import { tvDate } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { guideChanged } from '../guide-events.ts'
import type { GuideParts } from '../guide-parts.ts'
import { daysAhead, daysBack, guideDays } from '../programme-rules.ts'
import { chinaDay, daySec, daySpan } from '@yunmu/contract/china-time'

export function mountTvDate(registry: CallRegistry, { store, needs }: GuideParts): void {
  mountCall(
    registry,
    tvDate,
    async ({ nowMs }) => {
      const nowSec = Math.floor(nowMs / 1000)
      const today = chinaDay(nowSec)
      const { fromSec, toSec } = daySpan(today)
      const ids = (await needs.channels.all()).map(({ id }) => id)
      const known = await store.known(ids, fromSec - daysBack * daySec, toSec + daysAhead * daySec)
      return { today, list: guideDays(known, nowSec) }
    },
    { cachedUntil: [guideChanged, needs.channelsChanged] },
  )
}
