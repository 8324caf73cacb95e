import { indexMessageState } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { messageState } from '../message-state.ts'
import type { MessagesParts } from '../messages-needs.ts'

export function mountIndexMessageState(registry: CallRegistry, parts: MessagesParts): void {
  mountCall(registry, indexMessageState, ({ viewer, nowMs }) =>
    messageState(parts, viewer?.id ?? null, Math.floor(nowMs / 1000)),
  )
}
