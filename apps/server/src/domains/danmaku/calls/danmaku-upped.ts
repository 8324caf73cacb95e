import { danmakuUpped } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { DanmakuParts } from '../danmaku-needs.ts'
import { poolOf } from '../danmaku-rules.ts'

export function mountDanmakuUpped(
  registry: CallRegistry,
  { ups, subjects }: Pick<DanmakuParts, 'ups' | 'subjects'>,
): void {
  mountCall(registry, danmakuUpped, async ({ send, viewer }) => ({
    ids: await ups.uppedIn(poolOf(send, subjects), viewer.id),
  }))
}
