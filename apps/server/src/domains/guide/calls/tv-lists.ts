import { tvActive, tvCircle, tvOverseas, tvRank, tvRecommend } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { Caller } from '../guide-needs.ts'
import type { GuideParts } from '../guide-parts.ts'

const callerOf = ({ viewer, nowMs }: { viewer: { id: number } | null; nowMs: number }): Caller => ({
  userId: viewer?.id ?? null,
  nowMs,
})

/** The channel lists of the guide page. */
export function mountTvLists(registry: CallRegistry, { needs: { lists } }: GuideParts): void {
  mountCall(registry, tvActive, async ({ send, ...caller }) => lists.active({}, send, callerOf(caller)))
  mountCall(registry, tvCircle, async ({ send, ...caller }) => lists.linear(send, callerOf(caller)))
  mountCall(registry, tvOverseas, async ({ send: { type, ...page }, ...caller }) =>
    lists.overseas(type, page, callerOf(caller)),
  )
  mountCall(registry, tvRank, async ({ send, ...caller }) => ({ list: await lists.ranked(send, callerOf(caller)) }))
  mountCall(registry, tvRecommend, async ({ send: { page, count, ...about }, ...caller }) => ({
    list: await lists.recommended(about, { page, size: count }, callerOf(caller)),
  }))
}
