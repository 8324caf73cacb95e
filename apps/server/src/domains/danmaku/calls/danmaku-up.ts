import { danmakuUp } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/mount-call.ts'
import type { DanmakuParts } from '../danmaku-needs.ts'

/** Likes of one person, given and not taken back. */
const most = { count: 60, inMs: 60_000 }

export function mountDanmakuUp(book: CallBook, { store, ups, places }: DanmakuParts): void {
  mountCall(book, danmakuUp, async ({ send, viewer, nowMs, refuse }) => {
    const [found] = await store.find([send.id])
    if (!found || !(await places.isOpen(found.pool))) return refuse('NoSuchDanmaku')
    if ((await ups.countOf(viewer.id, nowMs - most.inMs)) >= most.count) return refuse('TooSoon', most.inMs / 1000)
    return (await ups.turn(send.id, viewer.id, nowMs)) ?? refuse('NoSuchDanmaku')
  })
}
