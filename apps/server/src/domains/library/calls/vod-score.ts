import { vodScore } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountVodScore(registry: CallRegistry, { opinions, titles }: LibraryParts): void {
  mountCall(registry, vodScore, async ({ send, viewer, nowMs, refuse }) => {
    if (!(await titles.visible([send.id])).has(send.id)) return refuse('NoSuchTitle')
    const mean = await opinions.score(viewer.id, send.id, send.score, Math.floor(nowMs / 1000))
    titles.announceOpinions([send.id])
    return mean
  })
}
