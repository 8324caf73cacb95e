import { indexReadMessages } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { messageState } from '../message-state.ts'
import type { MessagesParts } from '../messages-needs.ts'

export function mountIndexReadMessages(book: CallBook, parts: MessagesParts): void {
  mountCall(book, indexReadMessages, async ({ send: { ids, msgType }, viewer, nowMs }) => {
    const nowSec = Math.floor(nowMs / 1000)
    if (msgType !== 'bulletin') await parts.messages.markRead(viewer.id, msgType, ids ?? null)
    else {
      const read = ids ?? (await parts.bulletins.active(nowSec)).map(({ id }) => id)
      await parts.bulletins.markRead(viewer.id, read)
    }
    return messageState(parts, viewer.id, nowSec)
  })
}
