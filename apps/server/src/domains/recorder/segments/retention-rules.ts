/** What is always there: a programme that is being watched from its beginning ends before it is taken away. */
export const minRetentionMs = 10 * 60_000

const gigabyte = 1024 ** 3
/** The disk is never filled to the brim: the database writes to it as well. */
const reserveShare = 0.05
const maxReserveBytes = 20 * gigabyte

/** The moment before which recordings go, by age alone. */
export const expiredBeforeMs = (nowMs: number, retentionHours: number): number =>
  nowMs - Math.max(retentionHours * 3_600_000, minRetentionMs)

/**
 * How many bytes of recordings have to go. `maxBytes` 0 sets no limit of its own; a disk that has less free than its
 * reserve takes recordings away in either case.
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
