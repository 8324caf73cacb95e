import { tvProgrammes } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { GuideParts } from '../guide-parts.ts'
import { shownProgramme } from '../programme-rules.ts'
import { chinaDay, daySpan } from '@yunmu/contract/china-time'

export function mountTvProgrammes(book: CallBook, { store, needs }: GuideParts): void {
  mountCall(book, tvProgrammes, async ({ send, nowMs }) => {
    const nowSec = Math.floor(nowMs / 1000)
    const shown = await needs.channels.replayable([...new Set(send.ids)], nowMs)
    const { fromSec, toSec } = daySpan(send.day === '0' ? chinaDay(nowSec) : send.day)
    const found = Map.groupBy(await store.between([...shown.keys()], fromSec, toSec), ({ channelId }) => channelId)
    return {
      list: [...shown].map(([id, replayable]) => ({
        id,
        programmes: (found.get(id) ?? []).map((programme) => shownProgramme(programme, nowSec, replayable)),
      })),
    }
  })
}
