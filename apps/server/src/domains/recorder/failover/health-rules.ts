import type { RecordingPhase } from '../recorder-tables.ts'
import type { RecordingHealth } from '../runs/recording-store.ts'

/** A stream counts as down after this time without a picture. Shorter interruptions are restarts. */
export const downAfterMs = 15_000
/** How long a failed on-demand stream is avoided. Then it is tried again, because only a request can show that it works. */
export const failedTtlMs = 10 * 60_000
/** Within this time a broken run may be followed by a working one. */
const failingAfterMs = 5000

/** Whether a stream should have a picture and has none. */
export const hasNoPicture = (phase: RecordingPhase): boolean => phase === 'starting' || phase === 'pausing'

/** The phase of a stream that is no longer requested: `failed` if it had no picture until then. */
export function inactivePhase({ phase, sinceMs }: RecordingHealth, nowMs: number): 'idle' | 'failed' {
  if (phase === 'failed') return 'failed'
  return hasNoPicture(phase) && nowMs - sinceMs >= downAfterMs ? 'failed' : 'idle'
}

/** Whether runs break repeatedly, so that waiting for a picture is useless. */
export const isFailing = ({ phase, reason, sinceMs }: RecordingHealth, nowMs: number): boolean =>
  // A first run breaks on purpose if audio has to be encoded.
  phase === 'pausing' && reason !== 'audio' && nowMs - sinceMs >= failingAfterMs
