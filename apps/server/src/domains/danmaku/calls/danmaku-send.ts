import { danmakuSend } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { DanmakuParts } from '../danmaku-needs.ts'
import { sendDanmaku } from '../send-danmaku.ts'

export function mountDanmakuSend(registry: CallRegistry, parts: DanmakuParts): void {
  mountCall(registry, danmakuSend, async ({ send: { time, ...send }, viewer, visitor, refuse }) => {
    const sender = { userId: viewer.id, vip: viewer.isVip, address: visitor.address }
    const outcome = await sendDanmaku(parts, { ...send, atMs: Math.round(time * 1000), sender })
    return 'refused' in outcome ? refuse(outcome.refused, outcome.retryAfterSec) : { danmaku: outcome }
  })
}
