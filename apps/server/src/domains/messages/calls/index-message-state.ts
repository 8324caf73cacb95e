import { indexMessageState } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { messageState } from '../message-state.ts'
import type { MessagesParts } from '../messages-needs.ts'

export function mountIndexMessageState(book: CallBook, parts: MessagesParts): void {
  mountCall(book, indexMessageState, ({ viewer, nowMs }) =>
    messageState(parts, viewer?.id ?? null, Math.floor(nowMs / 1000)),
  )
}
