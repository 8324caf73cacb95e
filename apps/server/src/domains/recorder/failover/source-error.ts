/** A source cannot be opened. `reason` is a short code for logs and the health of the stream. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly reason: string

  constructor(reason: string, options: { cause?: unknown } = {}) {
    super(`a source cannot be opened: ${reason}`, options)
    this.reason = reason
  }
}
