import { roomName } from '@yunmu/contract'
import { listener, type Subscribe, type Timer } from '../../platform/domain-module.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { matchVoted } from './matches-events.ts'
import type { ViewerStore } from './viewer-store.ts'

/** A room gets the numbers of its match at most this often, however many viewers vote. */
const everyMs = 2000

/** Sends rooms how many viewers support each side. */
export interface VoteFrames {
  /** Collects the matches that were voted on at any process, for the rooms of this one. */
  collect(realtime: Pick<Realtime, 'sendToRoom'>): Subscribe
  /** Reads the numbers of these matches and sends them. */
  timer: Timer
}

export function createVoteFrames(viewerStore: Pick<ViewerStore, 'votes'>): VoteFrames {
  let sendToRoom: Realtime['sendToRoom'] = () => undefined
  /** Matches whose rooms do not have their newest votes. */
  const voted = new Set<number>()
  let running: Promise<void> | null = null
  const send = async (): Promise<void> => {
    const due = [...voted]
    for (const id of due) {
      // Before the numbers are read: a vote during that is for the next run.
      voted.delete(id)
      const votes = await viewerStore.votes(id).catch((err: unknown) => {
        voted.add(id)
        throw err
      })
      const room = roomName({ kind: 'match', id, level: 0 })
      sendToRoom(room, { room, match: { votes } })
    }
  }
  return {
    collect(realtime) {
      sendToRoom = realtime.sendToRoom
      return listener(matchVoted, (detail) => {
        if (detail) voted.add(detail.id)
      })
    },
    timer: {
      name: 'matches.votes',
      everyMs,
      // Runs that overlap would send older numbers after newer ones.
      run: () =>
        (running ??= send().finally(() => {
          running = null
        })),
    },
  }
}
