import { errorCode } from '../../platform/process/error-code.ts'
import type { LibraryNeeds } from './library-needs.ts'
import { keyOf, typeOfTitle, type WatchRecord } from './record-rules.ts'
import type { RecordStore, NewRecord } from './record-store.ts'

/** A record as sent: the title may not be visible. */
export interface SentRecord extends WatchRecord {
  userId: number
}

export interface RecordWriter {
  /**
   * Writes records, at most one for each user and title, channel or match. Skips those of invisible titles and deleted users.
   * Returns the number of records of visible ones.
   */
  write(records: readonly SentRecord[]): Promise<number>
}

/** Larger statements would block the event loop while they are serialised. */
const maxRowsPerStatement = 1000
/** SQLSTATE foreign_key_violation. */
const foreignKeyViolation = '23503'

const idsOf = (records: readonly WatchRecord[]): number[] => [...new Set(records.map(({ refId }) => refId))]

export function createRecordWriter({
  store,
  titles,
  subjects,
  toSimplified,
}: Pick<LibraryNeeds, 'titles' | 'subjects' | 'toSimplified'> & { store: Pick<RecordStore, 'save'> }): RecordWriter {
  const onlyVisible = async (records: readonly SentRecord[]): Promise<NewRecord[]> => {
    const byKind = Map.groupBy(records, ({ kind }) => kind)
    const infoByKey = new Map<string, Pick<NewRecord, 'type' | 'name'>>()
    for (const [kind, ofKind] of byKind) {
      const ids = idsOf(ofKind)
      if (kind === 'vod')
        for (const [refId, { name, pidId }] of await titles.findVisible(ids))
          infoByKey.set(keyOf({ kind, refId }), { type: typeOfTitle(pidId), name: toSimplified(name) })
      else
        for (const [refId, { name }] of await subjects.findVisible(kind, ids))
          infoByKey.set(keyOf({ kind, refId }), { type: kind, name: toSimplified(name) })
    }
    return records.flatMap((record) => {
      const known = infoByKey.get(keyOf(record))
      return known ? [{ ...record, ...known }] : []
    })
  }

  /** If the batch fails because one user was deleted, writes each user's records separately. */
  const save = async (records: readonly NewRecord[]): Promise<void> => {
    try {
      await store.save(records)
    } catch (err) {
      if (errorCode(err) !== foreignKeyViolation) throw err
      const byUser = [...Map.groupBy(records, ({ userId }) => userId).values()]
      if (byUser.length === 1) return
      for (const ofUser of byUser) await save(ofUser)
    }
  }

  return {
    async write(records) {
      const visible = await onlyVisible(records)
      for (let at = 0; at < visible.length; at += maxRowsPerStatement)
        await save(visible.slice(at, at + maxRowsPerStatement))
      return visible.length
    },
  }
}
