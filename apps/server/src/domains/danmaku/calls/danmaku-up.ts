import { danmakuUp, roomName } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { danmakuUpdated } from '../danmaku-events.ts'
import type { DanmakuParts } from '../danmaku-needs.ts'
import { packAt } from '../danmaku-rules.ts'

/** Likes given by one user in a time span; taking a like back does not count. */
const limit = { count: 60, perMs: 60_000 }

export function mountDanmakuUp(registry: CallRegistry, { store, ups, subjects, events }: DanmakuParts): void {
  mountCall(registry, danmakuUp, async ({ send, viewer, nowMs, refuse }) => {
    const [found] = await store.find([send.id])
    if (!found || !(await subjects.isVisible(found.pool))) return refuse('NoSuchDanmaku')
    if ((await ups.countOf(viewer.id, nowMs - limit.perMs)) >= limit.count) return refuse('TooSoon', limit.perMs / 1000)
    const result = await ups.toggle(send.id, viewer.id, nowMs)
    if (!result) return refuse('NoSuchDanmaku')
    const { pool, danmaku } = found
    events.announce(danmakuUpdated, { room: roomName(pool), packs: [packAt(danmaku.time)], by: 'likes' })
    return result
  })
}
