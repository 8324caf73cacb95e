import type { Channel } from '@yunmu/contract'
import type { LineupChannel } from './channel-lineup.ts'
import type { LiveNeeds } from './live-needs.ts'
import type { Viewers } from './watching/viewers.ts'

/** Builds the channel cards of lists. */
export interface Cards {
  /** @param userId the caller, for `follow`; null if not signed in */
  of(channels: readonly LineupChannel[], nowMs: number, userId: number | null): Promise<Channel[]>
}

const nobody: ReadonlySet<number> = new Set()

export function createCards({ guide, people, locks, crowd: crowdOf }: LiveNeeds, viewers: Viewers): Cards {
  return {
    async of(channels, nowMs, userId) {
      const [onAir, followed, locked] = await Promise.all([
        guide.onAir(
          channels.map(({ id }) => id),
          nowMs,
        ),
        userId === null ? nobody : people.followedBy(userId),
        locks.lockedChannels(),
      ])
      return channels.map(({ id, number, types, group, overseas, name, logo, streams }) => {
        const { now = null, next = null } = onAir.get(id) ?? {}
        const crowd = crowdOf(id, nowMs)
        return {
          id,
          number,
          types,
          group,
          overseas,
          name,
          img: logo,
          locked: locked.has(id),
          now,
          next,
          streams: streams.map((stream) => ({
            id: stream.line,
            name: stream.name,
          })),
          follow: followed.has(id),
          online: viewers.online(id, nowMs) + crowd,
          crowd,
        }
      })
    },
  }
}
