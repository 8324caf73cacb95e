import { sql, type Kysely } from 'kysely'
import { failedTtlMs } from '../failover/health-rules.ts'
import type { RecorderTables, RecordingPhase } from '../recorder-tables.ts'

/** The state of a stream's recording, as last reported by the recorder. */
export interface RecordingHealth {
  phase: RecordingPhase
  /** Index of the current source. */
  source: number
  /** Since when the stream has a picture, has none, or is idle; Unix milliseconds. */
  sinceMs: number
  reason: string
  breaks: number
}

export interface RecordingStore {
  write(streamId: number, health: RecordingHealth): Promise<void>
  /** Streams that were never recorded are omitted. */
  health(streamIds: readonly number[]): Promise<Map<number, RecordingHealth>>
  /** The streams among these that were recorded at some time, or that the recorder tries or has failed to record now. */
  tried(streamIds: readonly number[]): Promise<Set<number>>
  /**
   * Streams that have had no picture for `afterMs`, that failed at the last request, or whose recorder is not running.
   */
  down(nowMs: number, afterMs: number): Promise<Set<number>>
  /** Streams that have a picture, by a recorder that is running. */
  running(): Promise<Set<number>>
}

export function createRecordingStore(db: Kysely<RecorderTables>): RecordingStore {
  return {
    async write(streamId, { phase, source, sinceMs, reason, breaks }) {
      const row = { phase, source, since_ms: sinceMs, reason, breaks }
      await db
        .insertInto('recording')
        .values({ stream_id: streamId, next_seq: 0, next_disc: 0, longest_ms: 0, ...row })
        .onConflict((conflict) => conflict.column('stream_id').doUpdateSet(row))
        .execute()
    },
    async down(nowMs, afterMs) {
      const { rows } = await sql<{ stream_id: number }>`
        select stream_id from recording where phase = 'failed' and since_ms > ${nowMs - failedTtlMs}
        or phase not in ('idle', 'full', 'failed') and (
          phase <> 'recording' and since_ms < ${nowMs - afterMs}
          or not exists (select 1 from recorder_lease where expires_at > now() - make_interval(secs => ${afterMs / 1000}))
        )
      `.execute(db)
      return new Set(rows.map(({ stream_id }) => stream_id))
    },
    async running() {
      const { rows } = await sql<{ stream_id: number }>`
        select stream_id from recording
        where phase = 'recording' and exists (select 1 from recorder_lease where expires_at > now())`.execute(db)
      return new Set(rows.map(({ stream_id }) => stream_id))
    },
    async tried(streamIds) {
      if (streamIds.length === 0) return new Set()
      const rows = await db
        .selectFrom('recording')
        .select('stream_id')
        .where('stream_id', 'in', [...streamIds])
        .where((where) => where.or([where('next_seq', '>', 0), where('phase', 'not in', ['idle', 'full'])]))
        .execute()
      return new Set(rows.map((row) => row.stream_id))
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
