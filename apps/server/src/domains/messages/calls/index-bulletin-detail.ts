import { indexBulletinDetail } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { bulletinMessage } from '../compose-messages.ts'
import { bulletinsChanged } from '../messages-events.ts'
import type { MessagesParts } from '../messages-needs.ts'

export function mountIndexBulletinDetail(registry: CallRegistry, { bulletins }: MessagesParts): void {
  mountCall(
    registry,
    indexBulletinDetail,
    async ({ send: { id }, viewer, nowMs, refuse }) => {
      const active = await bulletins.active(Math.floor(nowMs / 1000))
      const bulletin = active.find((one) => one.id === id)
      if (!bulletin) return refuse('NoSuchBulletin')
      return bulletinMessage(bulletin, viewer ? await bulletins.readBy(viewer.id) : new Set(), 'whole')
    },
    { cachedUntil: [bulletinsChanged] },
  )
}
