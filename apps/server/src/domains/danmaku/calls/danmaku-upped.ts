import { danmakuUpped } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { DanmakuParts } from '../danmaku-needs.ts'
import { poolOf } from '../danmaku-rules.ts'

export function mountDanmakuUpped(book: CallBook, { ups }: Pick<DanmakuParts, 'ups'>): void {
  mountCall(book, danmakuUpped, async ({ send, viewer }) => ({ ids: await ups.uppedIn(poolOf(send), viewer.id) }))
}
