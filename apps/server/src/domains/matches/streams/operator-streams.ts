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
        const competitionId = await removeStream(tx, matchId, number)
        if (competitionId === null) return
        isRemoved = true
        note(changed, matchId, competitionId)
      })
      return isRemoved
    },

    async deleteUnused(sinceSec) {
      // Read before what uses them: a channel and its stream are added by one transaction.
      const ids = await ownChannels.ids()
      const unused = ids.length === 0 ? [] : await unusedChannels(db, ids, sinceSec)
      if (unused.length > 0) await ownChannels.remove(unused)
    },
  }
}
