/** What all who ask share: it is read once, however many ask, and kept. A failure is not kept. */
export interface SharedRead<Value> {
  get(nowMs: number): Promise<Value>
  /** The next one who asks has it read anew. */
  letGo(): void
}

/** @param keptMs how old what was read may become; a clock that is set back ends it as well */
export function createSharedRead<Value>(
  read: (nowMs: number) => Promise<Value>,
  { keptMs = Infinity }: { keptMs?: number } = {},
): SharedRead<Value> {
  let kept: { atMs: number; value: Promise<Value> } | undefined
  return {
    get(nowMs) {
      if (kept && Math.abs(nowMs - kept.atMs) < keptMs) return kept.value
      const reading = { atMs: nowMs, value: read(nowMs) }
      kept = reading
      reading.value.catch(() => {
        if (kept === reading) kept = undefined
      })
      return reading.value
    },
    letGo() {
      kept = undefined
    },
  }
}
