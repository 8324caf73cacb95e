/** How long a stream on demand keeps running after the last request. */
const requestTtlMs = 60_000

/** `wait`: the stream is requested, but the maximum number of streams is running. */
export type Allocation = 'run' | 'wait' | 'rest'

/**
 * Decides which requested streams run, up to a maximum, first come first served. A stream keeps its place as long as it
 * is requested. Times are monotonic.
 */
export class OnDemandScheduler {
  readonly #maxRunning: number
  /** Expiry by stream, in the order of the first request. */
  readonly #untilMs = new Map<number, number>()

  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning
  }

  request(streamId: number, nowMs: number): void {
    this.#untilMs.set(streamId, nowMs + requestTtlMs)
  }

  /** The allocation of each stream. @param onDemand all streams on demand; requests for other streams are ignored */
  allocations(onDemand: ReadonlySet<number>, nowMs: number): (streamId: number) => Allocation {
    for (const [id, untilMs] of this.#untilMs) if (untilMs <= nowMs) this.#untilMs.delete(id)
    const running = new Set([...this.#untilMs.keys()].filter((id) => onDemand.has(id)).slice(0, this.#maxRunning))
    return (id) => (running.has(id) ? 'run' : this.#untilMs.has(id) ? 'wait' : 'rest')
  }
}
