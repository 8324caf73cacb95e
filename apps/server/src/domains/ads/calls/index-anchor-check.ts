import { anySlot, indexAnchorCheck } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { adsChanged } from '../ads-events.ts'
import type { AdsStore } from '../ads-store.ts'

export function mountIndexAnchorCheck(registry: CallRegistry, store: AdsStore): void {
  mountCall(
    registry,
    indexAnchorCheck,
    async ({ send: { platform, slot } }) => ({ list: await store.shown(platform, slot === anySlot ? null : slot) }),
    { cachedUntil: [adsChanged] },
  )
}
