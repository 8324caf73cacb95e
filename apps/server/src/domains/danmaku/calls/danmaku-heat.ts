import { danmakuHeat } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/mount-call.ts'
import type { DanmakuParts } from '../danmaku-needs.ts'
import { heatOfSteps, poolOf } from '../danmaku-rules.ts'

export function mountDanmakuHeat(book: CallBook, { store, packs, places }: DanmakuParts): void {
  mountCall(
    book,
    danmakuHeat,
    async ({ send }) => {
      const pool = poolOf(send)
      const heat = (await places.isOpen(pool)) ? await store.heat(pool) : { total: 0, tens: [] }
      return { total: heat.total, ...heatOfSteps(heat.tens) }
    },
    {
      async keptAs({ send, nowMs }) {
        const pool = poolOf(send)
        return (await places.isOpen(pool)) ? packs.poolState(pool, nowMs) : 'closed'
      },
    },
  )
}
