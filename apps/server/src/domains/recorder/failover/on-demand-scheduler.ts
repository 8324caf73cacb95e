/** How long a stream on demand goes on after the last who watched. */
const requestTtlMs = 60_000

/** What becomes of a stream: `wait` is that it is wanted and others run in its place. */
export type Allocation = 'run' | 'wait' | 'rest'

/**
 * Streams on demand that somebody watches, of which only so many run at once. Who came first stays as long as somebody
 * watches; the others wait their turn. Times are those of a clock that nobody sets.
 */
export class OnDemandScheduler {
  readonly #maxRunning: number
  /** In the order in which they were first wanted. */
  readonly #untilMs = new Map<number, number>()

  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning
  }

  request(streamId: number, nowMs: number): void {
    this.#untilMs.set(streamId, nowMs + requestTtlMs)
  }

  /** What becomes of a stream on demand. `onDemand` are all there are: others take nobody's place. */
  allocations(onDemand: ReadonlySet<number>, nowMs: number): (streamId: number) => Allocation {
    for (const [id, untilMs] of this.#untilMs) if (untilMs <= nowMs) this.#untilMs.delete(id)
    const running = new Set([...this.#untilMs.keys()].filter((id) => onDemand.has(id)).slice(0, this.#maxRunning))
    return (id) => (running.has(id) ? 'run' : this.#untilMs.has(id) ? 'wait' : 'rest')
  }
}
