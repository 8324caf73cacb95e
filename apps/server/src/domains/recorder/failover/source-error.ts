/** A source cannot be opened; the word says why, in logs and in the health of the stream. */
export class SourceError extends Error {
  override readonly name = 'SourceFailure'
  readonly reason: string

  constructor(reason: string, options: { cause?: unknown } = {}) {
    super(`a source cannot be opened: ${reason}`, options)
    this.reason = reason
  }
}
