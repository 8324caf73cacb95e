/** A call was refused: `refusal` is its name in the contract, `retryAfterSec` the time to wait, 0 if none. */
export class RefusedError extends Error {
  override name = 'RefusedError'
  readonly code: number
  readonly refusal: string
  readonly retryAfterSec: number

  constructor(code: number, refusal: string, msg: string, retryAfterSec = 0) {
    super(msg)
    this.code = code
    this.refusal = refusal
    this.retryAfterSec = retryAfterSec
  }
}

/** No valid reply: the network or the server failed. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}

/** A reply whose data was empty, could not be opened or is not that of the call. `raw` is the reply as it came. */
export class UnreadableReplyError extends UnreachableError {
  override name = 'UnreadableReplyError'
  readonly raw: unknown

  constructor(message: string, raw: unknown, cause: unknown) {
    super(message, { cause })
    this.raw = raw
  }
}
