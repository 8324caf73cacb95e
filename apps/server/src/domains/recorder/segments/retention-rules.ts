/** Minimum retention, so that segments in the players' buffers stay available. */
export const minRetentionMs = 10 * 60_000

const gigabyte = 1024 ** 3
/** Share of the disk that is kept free, because the database writes to it as well. */
const reserveShare = 0.05
const maxReserveBytes = 20 * gigabyte

/** Recordings that end before this moment are expired. */
export const expiredBeforeMs = (nowMs: number, retentionHours: number): number =>
  nowMs - Math.max(retentionHours * 3_600_000, minRetentionMs)

/**
 * Bytes of recordings that must be deleted: those above `maxBytes` (0: no limit), and those needed to restore the disk's
 * reserve.
 */
export function excessBytes(
  recordedBytes: number,
  maxBytes: number,
  disk: { readonly freeBytes: number; readonly sizeBytes: number },
): number {
  const reserveBytes = Math.min(maxReserveBytes, disk.sizeBytes * reserveShare)
  const overLimitBytes = maxBytes === 0 ? 0 : recordedBytes - maxBytes
  return Math.max(0, overLimitBytes, Math.min(recordedBytes, reserveBytes - disk.freeBytes))
}
