import { vodUp } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountVodUp(registry: CallRegistry, { opinions, titles }: LibraryParts): void {
  mountCall(registry, vodUp, async ({ send, viewer, nowMs, refuse }) => {
    if (!(await titles.visible([send.id])).has(send.id)) return refuse('NoSuchTitle')
    const up = await opinions.up(viewer.id, send.id, Math.floor(nowMs / 1000))
    if (up === null) return refuse('AlreadyDone')
    titles.announceOpinions([send.id])
    return { up }
  })
}
