/** Longest time that the next episode is announced before it starts. */
const maxNoticeSec = 15
/** Share of the duration that the announcement may take. */
const maxNoticeShare = 0.1
/** A shorter announcement could not be read and cancelled. */
const minNoticeSec = 5

/** Seconds before the end at which the next episode is announced; 0 for very short videos, which announce nothing. */
export function nextNoticeSec(durationSec: number): number {
  if (!Number.isFinite(durationSec) || durationSec < 2 * minNoticeSec) return 0
  return Math.min(maxNoticeSec, Math.max(minNoticeSec, Math.floor(durationSec * maxNoticeShare)))
}
