import { anySlot, indexAnchorCheck } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { adsChanged } from '../ads-events.ts'
import type { AdsStore } from '../ads-store.ts'

export function mountIndexAnchorCheck(book: CallBook, store: AdsStore): void {
  mountCall(
    book,
    indexAnchorCheck,
    async ({ send: { platform, slot } }) => ({ list: await store.shown(platform, slot === anySlot ? null : slot) }),
    { cachedUntil: [adsChanged] },
  )
}
