/** The server said no, and why. `refusal` is the contract's name of it. */
export class RefusedError extends Error {
  override name = 'RefusedError'
  readonly code: number
  readonly refusal: string

  constructor(code: number, refusal: string, msg: string) {
    super(msg)
    this.code = code
    this.refusal = refusal
  }
}

/** The reply never came, or was no reply of ours: the network, or a server in trouble. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}
