/** The server said no, and why. `refusal` is the contract's name of it, `retryAfterSec` how long it asks to wait, 0 for not. */
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

/** The reply never came, or was no reply of ours: the network, or a server in trouble. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}
