import { errorCode } from '../../platform/process/error-code.ts'
import type { LibraryNeeds } from './library-needs.ts'
import { keyOf, typeOfTitle, type WatchRecord } from './record-rules.ts'
import type { RecordStore, RecordToKeep } from './record-store.ts'

/** A record as it came: nobody has looked yet whether the title is there. */
export interface SentRecord extends WatchRecord {
  userId: number
}

export interface RecordWriter {
  /**
   * Writes records, at most one for each person and title or channel. What is not there is left out, and so is who is gone.
   * Returns how many were of something that is there.
   */
  write(records: readonly SentRecord[]): Promise<number>
}

/** Rows of one statement: more would keep everybody waiting while they are put into words. */
const rowsAtOnce = 1000
/** SQLSTATE foreign_key_violation. */
const gone = '23503'

const idsOf = (records: readonly WatchRecord[]): number[] => [...new Set(records.map(({ refId }) => refId))]

export function createRecordWriter({
  store,
  titles,
  channels,
  toSimplified,
}: Pick<LibraryNeeds, 'titles' | 'channels' | 'toSimplified'> & { store: Pick<RecordStore, 'put'> }): RecordWriter {
  const ofThose = async (records: readonly SentRecord[]): Promise<RecordToKeep[]> => {
    const [live, onDemand] = [records.filter((record) => record.live), records.filter((record) => !record.live)]
    const [knownChannels, knownTitles] = await Promise.all([channels.known(idsOf(live)), titles.known(idsOf(onDemand))])
    const ofIt = new Map<string, Pick<RecordToKeep, 'type' | 'name'>>()
    for (const [refId, { name }] of knownChannels)
      ofIt.set(keyOf({ live: true, refId }), { type: 'live', name: toSimplified(name) })
    for (const [refId, { name, pidId }] of knownTitles)
      ofIt.set(keyOf({ live: false, refId }), { type: typeOfTitle(pidId), name: toSimplified(name) })
    return records.flatMap((record) => {
      const known = ofIt.get(keyOf(record))
      return known ? [{ ...record, ...known }] : []
    })
  }

  /** One person who is gone must not keep the records of all others from being written. */
  const put = async (records: readonly RecordToKeep[]): Promise<void> => {
    try {
      await store.put(records)
    } catch (err) {
      if (errorCode(err) !== gone) throw err
      const people = [...Map.groupBy(records, ({ userId }) => userId).values()]
      if (people.length === 1) return
      for (const theirs of people) await put(theirs)
    }
  }

  return {
    async write(records) {
      const kept = await ofThose(records)
      for (let at = 0; at < kept.length; at += rowsAtOnce) await put(kept.slice(at, at + rowsAtOnce))
      return kept.length
    },
  }
}
