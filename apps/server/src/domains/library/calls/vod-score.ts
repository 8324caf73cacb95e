import { vodScore } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountVodScore(book: CallBook, { opinions, titles, titleChanges }: LibraryParts): void {
  mountCall(book, vodScore, async ({ send, viewer, nowMs, refuse }) => {
    if (!(await titles.visible([send.id])).has(send.id)) return refuse('NoSuchTitle')
    const mean = await opinions.score(viewer.id, send.id, send.score, Math.floor(nowMs / 1000))
    titleChanges.add(send.id)
    return mean
  })
}
