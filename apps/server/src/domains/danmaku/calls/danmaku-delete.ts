import { danmakuDelete } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { DanmakuParts } from '../danmaku-needs.ts'
import { announceStateChanges } from '../announce-state.ts'

export function mountDanmakuDelete(registry: CallRegistry, { store, events }: DanmakuParts): void {
  mountCall(registry, danmakuDelete, async ({ send, viewer, refuse }) => {
    const removed = await store.setState([send.id], 'removed', viewer.id)
    if (removed.length === 0) return refuse('NoSuchDanmaku')
    announceStateChanges(events, removed)
    return {}
  })
}
