import type { RecordingPhase } from '../recorder-tables.ts'
import type { RecordingHealth } from '../runs/recording-store.ts'

/** What is said of how recordings are doing. Pure. */

/** A run that breaks and begins again is not worth a word. */
export const downAfterMs = 15_000
/** So long nobody is sent to a line of which no picture came. Then it may be tried again: only who asks finds it better. */
export const failedTtlMs = 10 * 60_000
/** Until then a run that broke may be followed by one that does not. */
const failingAfterMs = 5000

/** Whether a picture is to come and has not. */
export const hasNoPicture = (phase: RecordingPhase): boolean => phase === 'starting' || phase === 'pausing'

/** What a stream is that nobody asks for any more: it failed where no picture came until then. */
export function inactivePhase({ phase, sinceMs }: RecordingHealth, nowMs: number): 'idle' | 'failed' {
  if (phase === 'failed') return 'failed'
  return hasNoPicture(phase) && nowMs - sinceMs >= downAfterMs ? 'failed' : 'idle'
}

/** Whether who waits for a picture waits in vain: runs break one after the other. */
export const isFailing = ({ phase, reason, sinceMs }: RecordingHealth, nowMs: number): boolean =>
  // Sound that has to be encoded is found out by a run that breaks.
  phase === 'pausing' && reason !== 'audio' && nowMs - sinceMs >= failingAfterMs
