import { indexActiveLives, indexLiveData, indexLives, indexTvs, liveBanners } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { Caller } from '../lists/channel-lists.ts'
import { onAirChanged, channelsChanged, linesChanged } from '../live-events.ts'
import { channelItem, matchItem } from '../lists/live-items.ts'
import type { LiveParts } from '../live-parts.ts'

const maxBanners = 6

/** Channels and matches for rows, tiles and banners of pages. */
export function mountLiveLists(calls: CallRegistry, { lists, guide, matches }: LiveParts): void {
  const caching = { cachedUntil: [channelsChanged], refreshedBy: [linesChanged, onAirChanged, guide.changed] }
  const withMatches = { ...caching, refreshedBy: [...caching.refreshedBy, ...matches.changed] }
  const callerOf = ({ viewer, nowMs }: { viewer: { id: number } | null; nowMs: number }): Caller => ({
    userId: viewer?.id ?? null,
    nowMs,
  })
  mountCall(
    calls,
    indexLives,
    async ({ send: { group, tag, ...pageQuery }, ...caller }) =>
      lists.byNumber({ group, type: tag }, pageQuery, callerOf(caller)),
    caching,
  )
  mountCall(calls, indexTvs, async ({ send, ...caller }) => lists.byNumber({}, send, callerOf(caller)))
  mountCall(calls, indexActiveLives, async ({ send: { count }, ...caller }) => {
    const { list } = await lists.active({}, { page: 1, size: count }, callerOf(caller))
    return { list, matches: await matches.active({ count, next: false }, callerOf(caller)) }
  })
  mountCall(
    calls,
    indexLiveData,
    async ({ send: { count }, ...caller }) => {
      const [{ list }, found] = await Promise.all([
        lists.active({}, { page: 1, size: count }, callerOf(caller)),
        matches.active({ count, next: true }, callerOf(caller)),
      ])
      // Running matches first, but the channels are not crowded out by them; coming ones fill the rest.
      const running = found.filter(({ state }) => state === 'live').slice(0, Math.ceil(count / 2))
      const others = found.filter((match) => !running.includes(match))
      return { list: [...running.map(matchItem), ...list.map(channelItem), ...others.map(matchItem)].slice(0, count) }
    },
    withMatches,
  )
  mountCall(
    calls,
    liveBanners,
    async (caller) => {
      const { list } = await lists.active({}, { page: 1, size: 100 }, callerOf(caller))
      return {
        list: list.filter(({ now }) => now !== null && now.img !== '').slice(0, maxBanners),
        matches: await matches.active({ count: maxBanners, next: true }, callerOf(caller)),
      }
    },
    withMatches,
  )
}
