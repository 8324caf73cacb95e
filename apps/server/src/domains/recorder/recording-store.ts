import type { Kysely } from 'kysely'
import type { RecorderTables, RecordingPhase } from './recorder-tables.ts'

/** How a stream's recording is doing, as the recorder last told. */
export interface RecordingHealth {
  phase: RecordingPhase
  /** The place of the source that is in use. */
  source: number
  /** When the phase began, Unix milliseconds. */
  sinceMs: number
  reason: string
  breaks: number
}

export interface RecordingStore {
  write(streamId: number, health: RecordingHealth): Promise<void>
  /** Streams that never were recorded are left out. */
  health(streamIds: readonly number[]): Promise<Map<number, RecordingHealth>>
}

export function createRecordingStore(db: Kysely<RecorderTables>): RecordingStore {
  return {
    async write(streamId, { phase, source, sinceMs, reason, breaks }) {
      const told = { phase, source, since_ms: sinceMs, reason, breaks }
      await db
        .insertInto('recording')
        .values({ stream_id: streamId, next_seq: 0, next_disc: 0, longest_ms: 0, ...told })
        .onConflict((conflict) => conflict.column('stream_id').doUpdateSet(told))
        .execute()
    },
    async health(streamIds) {
      if (streamIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('recording')
        .select(['stream_id', 'phase', 'source', 'since_ms', 'reason', 'breaks'])
        .where('stream_id', 'in', [...streamIds])
        .execute()
      return new Map(
        rows.map(({ stream_id, phase, source, since_ms: sinceMs, reason, breaks }) => {
          return [stream_id, { phase, source, sinceMs, reason, breaks }]
        }),
      )
    },
  }
}
