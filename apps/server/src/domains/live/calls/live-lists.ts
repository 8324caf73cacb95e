import { indexActiveLives, indexLiveData, indexLives, indexTvs, liveBanners } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { Asker } from '../lists/channel-lists.ts'
import { airTurned, channelsChanged, linesChanged } from '../live-events.ts'
import type { LiveParts } from '../live-parts.ts'

const mostBanners = 6

/** Channels for strips, tiles and heads of pages. */
export function mountLiveLists(calls: CallBook, { lists, guide }: LiveParts): void {
  const kept = { cachedUntil: [channelsChanged], refreshedBy: [linesChanged, airTurned, guide.changed] }
  const askerOf = ({ viewer, nowMs }: { viewer: { id: number } | null; nowMs: number }): Asker => ({
    userId: viewer?.id ?? null,
    nowMs,
  })
  mountCall(
    calls,
    indexLives,
    async ({ send: { group, tag, ...leaf }, ...asker }) => lists.byNumber({ group, type: tag }, leaf, askerOf(asker)),
    kept,
  )
  mountCall(calls, indexTvs, async ({ send, ...asker }) => lists.byNumber({}, send, askerOf(asker)))
  mountCall(calls, indexActiveLives, async ({ send: { count }, ...asker }) => {
    const { list } = await lists.active({}, { page: 1, size: count }, askerOf(asker))
    return { list }
  })
  mountCall(
    calls,
    indexLiveData,
    async ({ send: { count }, ...asker }) => {
      const { list } = await lists.active({}, { page: 1, size: count }, askerOf(asker))
      return { list: list.map((channel) => ({ kind: 'channel' as const, ...channel })) }
    },
    kept,
  )
  mountCall(
    calls,
    liveBanners,
    async (asker) => {
      const { list } = await lists.active({}, { page: 1, size: 100 }, askerOf(asker))
      return { list: list.filter(({ now }) => now !== null && now.img !== '').slice(0, mostBanners) }
    },
    kept,
  )
}
