import { danmakuUp, roomName } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { danmakuTurned } from '../danmaku-events.ts'
import type { DanmakuParts } from '../danmaku-needs.ts'
import { packAt } from '../danmaku-rules.ts'

/** Likes of one person, given and not taken back. */
const most = { count: 60, inMs: 60_000 }

export function mountDanmakuUp(book: CallBook, { store, ups, places, events }: DanmakuParts): void {
  mountCall(book, danmakuUp, async ({ send, viewer, nowMs, refuse }) => {
    const [found] = await store.find([send.id])
    if (!found || !(await places.isOpen(found.pool))) return refuse('NoSuchDanmaku')
    if ((await ups.countOf(viewer.id, nowMs - most.inMs)) >= most.count) return refuse('TooSoon', most.inMs / 1000)
    const turned = await ups.turn(send.id, viewer.id, nowMs)
    if (!turned) return refuse('NoSuchDanmaku')
    const { pool, danmaku } = found
    events.announce(danmakuTurned, { room: roomName(pool), packs: [packAt(danmaku.time)], by: 'likes' })
    return turned
  })
}
