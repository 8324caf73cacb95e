import { maxToldStreams } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import type { TransactionalEvents } from '../../../platform/events/outbox.ts'
import { changeMatches, type ChangedMatches } from '../announce-matches.ts'
import type { OwnChannels } from '../matches-needs.ts'
import type { MatchesTables } from '../matches-tables.ts'
import {
  addStream,
  lockMatch,
  removeStream,
  streamsOf,
  unusedChannels,
  type StoredStream,
  type StreamToSave,
} from './stream-store.ts'

/** The operator's commands on streams of matches. */
export interface OperatorStreams {
  list(matchId: number): Promise<StoredStream[]>
  /** Adds a stream. Returns its number, or null if there is no such match. */
  add(matchId: number, stream: StreamToSave): Promise<number | null>
  /** Removes a stream that `add` added. Returns false for another one: a source would tell it again. */
  remove(matchId: number, number: number): Promise<boolean>
  /** Deletes channels of streams whose matches can have no recording any more. */
  deleteUnused(sinceSec: number): Promise<void>
}

interface StreamParts {
  db: Kysely<MatchesTables>
  events: Pick<TransactionalEvents, 'announce' | 'announceIn'>
  ownChannels: OwnChannels
}

const note = (changed: ChangedMatches, matchId: number, competitionId: number): void => {
  changed.ids.add(matchId)
  changed.competitionIds.add(competitionId)
}

export function createOperatorStreams(parts: StreamParts): OperatorStreams {
  const { db, ownChannels } = parts
  return {
    list: (matchId) => streamsOf(db, matchId),

    async add(matchId, stream) {
      let added: number | null = null
      await changeMatches(parts, async (tx, changed) => {
        const competitionId = await lockMatch(tx, matchId)
        if (competitionId === null) return
        added = await addStream(tx, { matchId, stream }, ownChannels)
        note(changed, matchId, competitionId)
        changed.hasChannels = stream.channel === null
      })
      return added
    },

    async remove(matchId, number) {
      if (number <= maxToldStreams) return false
      let isRemoved = false
      await changeMatches(parts, async (tx, changed) => {
        const competitionId = await lockMatch(tx, matchId)
        const removed = await removeStream(tx, { matchId, number }, ownChannels)
        if (competitionId === null || removed === null) return
        isRemoved = true
        note(changed, matchId, competitionId)
        changed.hasChannels = removed.hasChannels
      })
      return isRemoved
    },

    async deleteUnused(sinceSec) {
      // Read before what uses them: a channel and its stream are added by one transaction.
      const ids = await unusedChannels(db, await ownChannels.ids(), sinceSec)
      if (ids.length === 0) return
      await changeMatches(parts, async (tx, changed) => {
        // Looked at again under their lock: since then a feed may have told the stream of one again.
        const unused = await unusedChannels(tx, await ownChannels.lockIn(tx, ids), sinceSec)
        await ownChannels.removeIn(tx, unused)
        changed.hasChannels = unused.length > 0
      })
    },
  }
}
