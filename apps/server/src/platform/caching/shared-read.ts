/** A value that is read once for all concurrent callers, and cached. Failures are not cached. */
export interface SharedRead<Value> {
  get(nowMs: number): Promise<Value>
  /** The next call reads it again. */
  invalidate(): void
}

/** @param maxAgeMs maximum age; a clock that was set back also expires the value */
export function createSharedRead<Value>(
  read: (nowMs: number) => Promise<Value>,
  { maxAgeMs = Infinity }: { maxAgeMs?: number } = {},
): SharedRead<Value> {
  let cached: { atMs: number; value: Promise<Value> } | undefined
  return {
    get(nowMs) {
      if (cached && Math.abs(nowMs - cached.atMs) < maxAgeMs) return cached.value
      const reading = { atMs: nowMs, value: read(nowMs) }
      cached = reading
      reading.value.catch(() => {
        if (cached === reading) cached = undefined
      })
      return reading.value
    },
    invalidate() {
      cached = undefined
    },
  }
}
