import { userPlayEnd, userPlays, userPlayStay } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { MediaNeeds } from '../media-needs.ts'
import type { PlayLeases } from '../streams/play-leases.ts'

interface UserPlaysNeeds {
  leases: PlayLeases
  rights: MediaNeeds['rights']
}

const toSec = (nowMs: number): number => Math.floor(nowMs / 1000)

/** Reports of players, and the list from which one device ends the stream of another. */
export function mountUserPlays(registry: CallRegistry, { leases, rights }: UserPlaysNeeds): void {
  const maxOf = async ({ isVip }: { isVip: boolean }): Promise<number> =>
    (await rights()).streams[isVip ? 'vip' : 'user']

  mountCall(registry, userPlayStay, async ({ send, viewer, visitor, nowMs, refuse }) => {
    const player = { userId: viewer.id, sessionId: viewer.sessionId, stream: send.stream, agent: visitor.agent }
    if (send.leaves) {
      await leases.leave(player)
      return {}
    }
    const state = await leases.stay(player, await maxOf(viewer), toSec(nowMs))
    if (state === 'ended') return refuse('StreamEnded')
    return state === 'full' ? refuse('TooManyStreams') : {}
  })

  mountCall(registry, userPlayEnd, async ({ send, viewer }) => {
    await leases.end({ userId: viewer.id, stream: send.stream })
    return {}
  })

  mountCall(registry, userPlays, async ({ viewer, nowMs }) => ({
    list: await leases.list(viewer.id, toSec(nowMs)),
    max: await maxOf(viewer),
  }))
}
