import type { Generated } from 'kysely'

/** How a stream's recording is doing. */
export type RecordingPhase =
  /** Nobody asks for it. */
  | 'idle'
  /** The same, and when somebody last asked for it no picture came. */
  | 'failed'
  /** It is asked for on demand, and as many others run as may. */
  | 'full'
  /** A run was begun and has not brought a segment. */
  | 'starting'
  | 'recording'
  /** The last run ended; the next one follows. */
  | 'pausing'

/** How it goes with a programme of the past that is fetched from a stream's source. */
export type CatchupState = 'waiting' | 'fetching' | 'complete' | 'failed'

/** The tables that this domain alone reads and writes. `…_ms` are Unix milliseconds, but for `longest_ms`, a duration. */
export type RecorderTables = {
  run: {
    id: number
    stream_id: number
    /** The discontinuity sequence number of its segments. */
    disc: number
    /** The place of its source in the stream's order. */
    source: number
    started_ms: number
  }
  segment_block: {
    stream_id: number
    first_seq: number
    run_id: number
    disc: number
    /** The first segment's number in its run, which is its file's name. */
    first_num: number
    wall_ms: number
    /** Milliseconds, in order. */
    durations: number[]
    /** Of all of them. */
    bytes: number
  }
  recording: {
    stream_id: number
    next_seq: number
    next_disc: number
    /** The longest segment that there ever was. */
    longest_ms: number
    /** Of all its blocks. */
    bytes: Generated<number>
    phase: RecordingPhase
    source: number
    since_ms: number
    /** Why the last run ended, in a word of ours; empty where none broke. */
    reason: string
    /** Runs that broke since it was begun. */
    breaks: number
  }
  catchup: {
    /** Of its run. */
    id: number
    stream_id: number
    start_sec: number
    end_sec: number
    state: CatchupState
    /** Why it failed, in a word of ours. */
    reason: Generated<string>
    asked_ms: number
    /** When it was complete, or failed. */
    settled_ms: Generated<number>
    /** Milliseconds, in order, of the segments from the first on. */
    durations: Generated<number[]>
    bytes: Generated<number>
  }
  /** How often the keys of a stream were ended. */
  push_key: { stream_id: number; serial: number }
  recorder_lease: {
    id: 1
    holder: string
    term: number
    expires_at: Date
  }
}
