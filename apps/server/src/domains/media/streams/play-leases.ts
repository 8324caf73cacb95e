import { streamBounds } from '@yunmu/contract'
import type { Lease, LeaseStore, Place } from './lease-store.ts'

interface Player extends Place {
  /** User-Agent of the player. */
  agent: string
}

/** The streams that accounts play at once. They are rows of the database, so all processes and instances agree. */
export interface PlayLeases {
  /**
   * A player begins: false if the account plays `max` others; 0 is any number. Its place is kept until `untilSec`, when its
   * address expires, or for as long as reports arrive once there was one.
   */
  claim(player: Player, max: number, span: { nowSec: number; untilSec: number }): Promise<boolean>
  /** A player still plays, or goes on after a pause in which it lost its place. */
  stay(player: Player, max: number, nowSec: number): Promise<'stays' | 'ended' | 'full'>
  /** Ends a stream: its next report is refused, until it claims a place again. */
  end(place: Omit<Place, 'sessionId'>): Promise<void>
  /** A player's page was left. */
  leave(place: Place): Promise<void>
  list(userId: number, nowSec: number): Promise<Lease[]>
  /** Removes the leases of streams that are long over. */
  removeOld(nowSec: number): Promise<void>
}

const { lifetimeSec } = streamBounds

const keptSec = 3600

export function createPlayLeases(store: LeaseStore, deviceName: (agent: string) => string): PlayLeases {
  const claim: PlayLeases['claim'] = ({ agent, ...place }, max, { nowSec, untilSec }) =>
    store.take(
      { ...place, device: deviceName(agent), seenSec: untilSec - lifetimeSec },
      { max, sinceSec: nowSec - lifetimeSec },
      nowSec,
    )
  return {
    claim,
    async stay(player, max, nowSec) {
      const state = await store.extend(player, { max, sinceSec: nowSec - lifetimeSec }, nowSec)
      if (state === 'ended') return 'ended'
      return state || (await claim(player, max, { nowSec, untilSec: nowSec + lifetimeSec })) ? 'stays' : 'full'
    },
    end: store.end,
    leave: store.release,
    list: (userId, nowSec) => store.list(userId, nowSec - lifetimeSec),
    removeOld: (nowSec) => store.removeBefore(nowSec - keptSec),
  }
}
