import { tvProgrammes } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { GuideParts } from '../guide-parts.ts'
import { toProgramme } from '../programme-rules.ts'
import { chinaDay, daySpan } from '@yunmu/contract/china-time'

export function mountTvProgrammes(registry: CallRegistry, { store, needs }: GuideParts): void {
  mountCall(registry, tvProgrammes, async ({ send, nowMs }) => {
    const nowSec = Math.floor(nowMs / 1000)
    const visible = await needs.channels.replayable([...new Set(send.ids)], nowMs)
    const { fromSec, toSec } = daySpan(send.day === '0' ? chinaDay(nowSec) : send.day)
    const found = Map.groupBy(await store.between([...visible.keys()], fromSec, toSec), ({ channelId }) => channelId)
    return {
      list: [...visible].map(([id, replayable]) => ({
        id,
        programmes: (found.get(id) ?? []).map((programme) => toProgramme(programme, nowSec, replayable)),
      })),
    }
  })
}
