import { streamBounds } from '@yunmu/contract'
import type { Lease, LeaseStore } from './lease-store.ts'

interface Player {
  userId: number
  stream: string
  /** User-Agent of the player. */
  agent: string
}

/** The streams that accounts play at once. They are rows of the database, so all processes and instances agree. */
export interface PlayLeases {
  /** A player begins: false if the account plays `max` others; 0 is any number. */
  claim(player: Player, max: number, nowSec: number): Promise<boolean>
  /** A player still plays, or goes on after a pause in which it lost its place. */
  stay(player: Player, max: number, nowSec: number): Promise<'stays' | 'ended' | 'full'>
  /** Ends a stream: its next report is refused, until it claims a place again. */
  end(place: { userId: number; stream: string }): Promise<void>
  /** A player's page was left. */
  leave(place: { userId: number; stream: string }): Promise<void>
  list(userId: number, nowSec: number): Promise<Lease[]>
  /** Removes the leases of streams that are long over. */
  removeOld(nowSec: number): Promise<void>
}

const { lifetimeSec } = streamBounds

const keptSec = 3600

export function createPlayLeases(store: LeaseStore, deviceName: (agent: string) => string): PlayLeases {
  const claim: PlayLeases['claim'] = ({ userId, stream, agent }, max, nowSec) =>
    store.take({ userId, stream, device: deviceName(agent) }, { max, sinceSec: nowSec - lifetimeSec }, nowSec)
  return {
    claim,
    async stay(player, max, nowSec) {
      const state = await store.extend(player, nowSec - lifetimeSec, nowSec)
      if (state === 'ended') return 'ended'
      return state || (await claim(player, max, nowSec)) ? 'stays' : 'full'
    },
    end: store.end,
    leave: store.release,
    list: (userId, nowSec) => store.list(userId, nowSec - lifetimeSec),
    removeOld: (nowSec) => store.removeBefore(nowSec - keptSec),
  }
}
