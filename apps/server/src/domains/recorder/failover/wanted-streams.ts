/** How long a stream on demand goes on after the last who watched. */
const wantedMs = 60_000

/** What becomes of a stream: `wait` is that it is wanted and others run in its place. */
export type Turn = 'run' | 'wait' | 'rest'

/**
 * Streams on demand that somebody watches, of which only so many run at once. Who came first stays as long as somebody
 * watches; the others wait their turn. Times are those of a clock that nobody sets.
 */
export class WantedStreams {
  readonly #most: number
  /** In the order in which they were first wanted. */
  readonly #untilMs = new Map<number, number>()

  constructor(most: number) {
    this.#most = most
  }

  want(streamId: number, nowMs: number): void {
    this.#untilMs.set(streamId, nowMs + wantedMs)
  }

  /** What becomes of a stream on demand. `onDemand` are all there are: others take nobody's place. */
  turns(onDemand: ReadonlySet<number>, nowMs: number): (streamId: number) => Turn {
    for (const [id, untilMs] of this.#untilMs) if (untilMs <= nowMs) this.#untilMs.delete(id)
    const running = new Set([...this.#untilMs.keys()].filter((id) => onDemand.has(id)).slice(0, this.#most))
    return (id) => (running.has(id) ? 'run' : this.#untilMs.has(id) ? 'wait' : 'rest')
  }
}
