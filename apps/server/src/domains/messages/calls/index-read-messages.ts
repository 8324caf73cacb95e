import { indexReadMessages } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { messageState } from '../message-state.ts'
import type { MessagesParts } from '../messages-needs.ts'

export function mountIndexReadMessages(registry: CallRegistry, parts: MessagesParts): void {
  mountCall(registry, indexReadMessages, async ({ send: { ids, msgType }, viewer, nowMs }) => {
    const nowSec = Math.floor(nowMs / 1000)
    if (msgType !== 'bulletin') await parts.messages.markRead(viewer.id, msgType, ids ?? null)
    else {
      const read = ids ?? (await parts.bulletins.active(nowSec)).map(({ id }) => id)
      await parts.bulletins.markRead(viewer.id, read)
    }
    return messageState(parts, viewer.id, nowSec)
  })
}
