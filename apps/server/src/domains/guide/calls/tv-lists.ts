import { tvActive, tvCircle, tvOverseas, tvRank, tvRecommend } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { Asker } from '../guide-needs.ts'
import type { GuideParts } from '../guide-parts.ts'

const askerOf = ({ viewer, nowMs }: { viewer: { id: number } | null; nowMs: number }): Asker => ({
  userId: viewer?.id ?? null,
  nowMs,
})

/** Channels as pages of the guide list them. */
export function mountTvLists(book: CallBook, { needs: { lists } }: GuideParts): void {
  mountCall(book, tvActive, async ({ send, ...asker }) => lists.active({}, send, askerOf(asker)))
  mountCall(book, tvCircle, async ({ send, ...asker }) => lists.linear(send, askerOf(asker)))
  mountCall(book, tvOverseas, async ({ send: { type, ...leaf }, ...asker }) =>
    lists.overseas(type, leaf, askerOf(asker)),
  )
  mountCall(book, tvRank, async ({ send, ...asker }) => ({ list: await lists.ranked(send, askerOf(asker)) }))
  mountCall(book, tvRecommend, async ({ send: { page, count, ...about }, ...asker }) => ({
    list: await lists.recommended(about, { page, size: count }, askerOf(asker)),
  }))
}
