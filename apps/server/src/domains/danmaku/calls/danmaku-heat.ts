import { danmakuHeat } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { DanmakuParts } from '../danmaku-needs.ts'
import { heatOfSteps, poolOf, poolSinceMs } from '../danmaku-rules.ts'
import type { Pools } from '../pools.ts'

type Needs = Pick<DanmakuParts, 'store' | 'packs' | 'subjects'> & { pools: Pick<Pools, 'countShown'> }

export function mountDanmakuHeat(book: CallBook, { store, packs, subjects, pools }: Needs): void {
  mountCall(
    book,
    danmakuHeat,
    async ({ send, nowMs }) => {
      const pool = poolOf(send)
      if (!(await subjects.isVisible(pool))) return { total: 0, ...heatOfSteps([]) }
      if (pool.kind !== 'vod')
        return { total: await pools.countShown(pool, poolSinceMs(pool, nowMs)), ...heatOfSteps([]) }
      const tens = await store.heat(pool)
      return { total: tens.reduce((sum, { count }) => sum + count, 0), ...heatOfSteps(tens) }
    },
    {
      async versionOf({ send, nowMs }) {
        const pool = poolOf(send)
        return (await subjects.isVisible(pool)) ? packs.poolVersion(pool, nowMs) : null
      },
    },
  )
}
