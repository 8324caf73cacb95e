import { vodUp } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountVodUp(book: CallBook, { opinions, titles, titleChanges }: LibraryParts): void {
  mountCall(book, vodUp, async ({ send, viewer, nowMs, refuse }) => {
    if (!(await titles.visible([send.id])).has(send.id)) return refuse('NoSuchTitle')
    const up = await opinions.up(viewer.id, send.id, Math.floor(nowMs / 1000))
    if (up === null) return refuse('AlreadyDone')
    titleChanges.add(send.id)
    return { up }
  })
}
