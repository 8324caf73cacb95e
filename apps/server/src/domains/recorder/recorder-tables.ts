import type { Generated } from 'kysely'

/** State of a stream's recording. */
export type RecordingPhase =
  /** Not requested. */
  | 'idle'
  /** Not requested, and the last request had no picture. */
  | 'failed'
  /** Requested on demand, but the maximum number of streams is running. */
  | 'full'
  /** A run was started and has no segment yet. */
  | 'starting'
  | 'recording'
  /** Delay between two runs. */
  | 'pausing'

/** State of a past programme that is fetched from a source. */
export type CatchupState = 'waiting' | 'fetching' | 'complete' | 'failed'

/** The tables of this domain. `…_ms` are Unix milliseconds, except the duration `longest_ms`. */
export type RecorderTables = {
  run: {
    id: number
    stream_id: number
    /** The discontinuity sequence number of its segments. */
    disc: number
    /** Index of its source in the stream's order. */
    source: number
    started_ms: number
  }
  segment_block: {
    stream_id: number
    first_seq: number
    run_id: number
    disc: number
    /** Number of the first segment within its run, which is its file name. */
    first_num: number
    wall_ms: number
    /** Durations of the segments in milliseconds. */
    durations: number[]
    /** Total size of the segments. */
    bytes: number
  }
  recording: {
    stream_id: number
    next_seq: number
    next_disc: number
    /** Duration of the longest segment ever recorded. */
    longest_ms: number
    /** Total size of its blocks. */
    bytes: Generated<number>
    phase: RecordingPhase
    source: number
    since_ms: number
    /** Code why the last run broke; empty if none did. */
    reason: string
    /** Number of broken runs. */
    breaks: number
  }
  catchup: {
    /** Id of its run. */
    id: number
    stream_id: number
    start_sec: number
    end_sec: number
    state: CatchupState
    /** Code why it failed. */
    reason: Generated<string>
    asked_ms: number
    /** When it was completed or failed. */
    settled_ms: Generated<number>
    /** Durations of the segments in milliseconds. */
    durations: Generated<number[]>
    bytes: Generated<number>
  }
  /** Number of revocations of a stream's push keys. */
  push_key: { stream_id: number; serial: number }
  recorder_lease: {
    id: 1
    holder: string
    term: number
    expires_at: Date
  }
}
