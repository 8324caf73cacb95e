import { addressReport } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import { daySec } from '../checks/check-rules.ts'
import type { CheckStore } from '../checks/check-store.ts'

/** A household that tries all lines of several episodes. */
const limit: RateLimit = { points: 60, perSec: 60 }

export function mountAddressReport(registry: CallRegistry, { checks }: { checks: Pick<CheckStore, 'report'> }): void {
  mountCall(
    registry,
    addressReport,
    async ({ send: { id, failed }, visitor, nowMs }) => {
      const nowSec = Math.floor(nowMs / 1000)
      const days = { today: chinaDay(nowSec), yesterday: chinaDay(nowSec - daySec) }
      await checks.report({ addressId: id, network: visitor.networkKey ?? visitor.dayKey, failed }, days)
      return {}
    },
    { limit },
  )
}
