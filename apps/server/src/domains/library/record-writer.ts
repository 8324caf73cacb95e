import { errorCode } from '../../platform/error-code.ts'
import type { LibraryNeeds } from './library-needs.ts'
import { typeOfTitle, type WatchRecord } from './record-rules.ts'
import type { RecordStore, RecordToKeep } from './record-store.ts'

/** A record as it came: nobody has looked yet whether the title is there. */
export interface SentRecord extends WatchRecord {
  userId: number
}

export interface RecordWriter {
  /**
   * Writes records, at most one for each person and title. What is not there is left out, and so is who is gone.
   * Returns how many were of something that is there.
   */
  write(records: readonly SentRecord[]): Promise<number>
}

/** Rows of one statement: more would keep everybody waiting while they are put into words. */
const rowsAtOnce = 1000
/** SQLSTATE foreign_key_violation. */
const gone = '23503'

export function createRecordWriter({
  store,
  titles,
  toSimplified,
}: Pick<LibraryNeeds, 'titles' | 'toSimplified'> & { store: Pick<RecordStore, 'put'> }): RecordWriter {
  const ofThose = async (records: readonly SentRecord[]): Promise<RecordToKeep[]> => {
    const known = await titles.known([...new Set(records.map(({ refId }) => refId))])
    const names = new Map([...known].map(([id, { name }]) => [id, toSimplified(name)]))
    return records.flatMap((record) => {
      const title = record.live ? undefined : known.get(record.refId)
      if (!title) return []
      return [{ ...record, type: typeOfTitle(title.pidId), name: names.get(record.refId) ?? '' }]
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
