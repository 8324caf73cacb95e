import { liveExport, liveExportEnd, liveExportRenew } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LiveParts } from '../live-parts.ts'

/** The caller's own URLs for other players. */
export function mountLiveExport(calls: CallRegistry, { keys }: LiveParts): void {
  mountCall(calls, liveExport, async ({ viewer }) => ({ addresses: await keys.addressesOf(viewer.id) }))
  mountCall(calls, liveExportRenew, async ({ viewer, nowMs }) => ({
    addresses: await keys.renew(viewer.id, Math.floor(nowMs / 1000)),
  }))
  mountCall(calls, liveExportEnd, async ({ viewer, refuse }) =>
    (await keys.revoke(viewer.id)) ? {} : refuse('AlreadyDone'),
  )
}
