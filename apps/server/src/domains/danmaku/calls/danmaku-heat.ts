import { danmakuHeat } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { DanmakuParts } from '../danmaku-needs.ts'
import { heatOfSteps, poolOf, poolSinceMs } from '../danmaku-rules.ts'
import type { Pools } from '../pools.ts'

type Needs = Pick<DanmakuParts, 'store' | 'packs' | 'subjects'> & { pools: Pick<Pools, 'countShown'> }

export function mountDanmakuHeat(registry: CallRegistry, { store, packs, subjects, pools }: Needs): void {
  mountCall(
    registry,
    danmakuHeat,
    async ({ send, nowMs }) => {
      const pool = poolOf(send, subjects)
      if (!(await subjects.isVisible(pool))) return { total: 0, ...heatOfSteps([]) }
      if (!subjects.hasEpisodes(pool.kind)) {
        const sinceMs = poolSinceMs({ isEndless: subjects.isEndless(pool.kind) }, nowMs)
        return { total: await pools.countShown(pool, sinceMs), ...heatOfSteps([]) }
      }
      const tens = await store.heat(pool)
      return { total: tens.reduce((sum, { count }) => sum + count, 0), ...heatOfSteps(tens) }
    },
    {
      async versionOf({ send, nowMs }) {
        const pool = poolOf(send, subjects)
        return (await subjects.isVisible(pool)) ? packs.poolVersion(pool, nowMs) : null
      },
    },
  )
}
